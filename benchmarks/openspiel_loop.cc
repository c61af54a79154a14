/* Random games of OpenSpiel in a loop that is all C++, a yardstick:

       openspiel_loop GAME [GAMES] [SEED] [OPENING]

   An opening is the outcome of the first chance node, -1 for a random one. `openspiel_loop.sh`
   builds it; the package for Python has no such loop. */
#include <random>

#include "cards.h"
#include "open_spiel/spiel.h"
#include "open_spiel/spiel_utils.h"

using open_spiel::Action;
using open_spiel::State;

static Action choice(const std::vector<Action> &actions, std::mt19937 &rng) {
    return actions[std::uniform_int_distribution<size_t>(0, actions.size() - 1)(rng)];
}

/* One step; the result is the number of moves that players made. */
static int step(State &state, int players, std::mt19937 &rng) {
    if (state.IsChanceNode()) {
        double drawn = std::uniform_real_distribution<double>(0, 1)(rng);
        state.ApplyAction(open_spiel::SampleAction(state.ChanceOutcomes(), drawn).first);
        return 0;
    }
    if (state.IsSimultaneousNode()) {
        std::vector<Action> joint;
        for (int i = 0; i < players; i++) joint.push_back(choice(state.LegalActions(i), rng));
        state.ApplyActions(joint);
        return players;
    }
    state.ApplyAction(choice(state.LegalActions(), rng));
    return 1;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    std::shared_ptr<const open_spiel::Game> game = open_spiel::LoadGame(argv[1]);
    long games = argument(argc, argv, 2, 1000), opening = argument(argc, argv, 4, -1);
    std::mt19937 rng(static_cast<unsigned>(argument(argc, argv, 3, 1)));

    long moves = 0;
    double sum = 0, start = seconds_now();
    for (long number = 0; number < games; number++) {
        std::unique_ptr<State> state = game->NewInitialState();
        if (opening >= 0) state->ApplyAction(opening);
        while (!state->IsTerminal()) moves += step(*state, game->NumPlayers(), rng);
        sum += state->Returns()[0];
    }
    double seconds = seconds_now() - start;

    printf("moves %ld\ngames %ld\nseconds %.6f\nmean %.4f\n", moves, games, seconds, sum / games);
    return 0;
}
