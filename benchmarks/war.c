/* War for two, a yardstick:  war [GAMES] [FACE_DOWN] [SEED]

   Each battle both players turn up their top card; the higher one takes all. Equal cards are a war:
   FACE_DOWN cards each, then one card each face up, again and again until they differ. A player who
   has too few cards for that loses. The winner shuffles what was won and puts it under the pile. */
#include "cards.h"

enum { CARDS = 52, RANKS = 13, RING = 64, MAX_BATTLES = 100000 };

/* A pile in a ring: cards are turned up at `top` and put under at `top + count`. */
typedef struct {
    uint8_t cards[RING];
    unsigned top, count;
} Pile;

static uint8_t take(Pile *pile) {
    uint8_t card = pile->cards[pile->top % RING];
    pile->top++;
    pile->count--;
    return card;
}

static void put_under(Pile *pile, uint8_t card) {
    pile->cards[(pile->top + pile->count) % RING] = card;
    pile->count++;
}

static int rank(uint8_t card) { return card % RANKS; }

static void deal(Rng *rng, Pile piles[2]) {
    uint8_t deck[CARDS];
    for (int i = 0; i < CARDS; i++) deck[i] = (uint8_t)i;
    shuffle(rng, deck, CARDS);
    piles[0].top = piles[0].count = piles[1].top = piles[1].count = 0;
    for (int i = 0; i < CARDS; i++) put_under(&piles[i % 2], deck[i]);
}

/* One battle with all its wars; false when a player is out of cards. */
static int battle(Rng *rng, Pile piles[2], unsigned face_down) {
    uint8_t won[CARDS];
    int count = 0;
    for (;;) {
        uint8_t a = won[count++] = take(&piles[0]);
        uint8_t b = won[count++] = take(&piles[1]);
        if (rank(a) != rank(b)) {
            Pile *winner = &piles[rank(a) > rank(b) ? 0 : 1];
            shuffle(rng, won, count);
            for (int i = 0; i < count; i++) put_under(winner, won[i]);
            return piles[0].count > 0 && piles[1].count > 0;
        }
        if (piles[0].count <= face_down || piles[1].count <= face_down) return 0;
        for (unsigned i = 0; i < face_down; i++) {
            won[count++] = take(&piles[0]);
            won[count++] = take(&piles[1]);
        }
    }
}

static int by_size(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    long games = argument(argc, argv, 1, 20000);
    unsigned face_down = (unsigned)argument(argc, argv, 2, 1);
    Rng rng = rng_seeded((uint64_t)argument(argc, argv, 3, 1));
    int *lengths = malloc((size_t)games * sizeof *lengths);
    if (games < 1 || lengths == NULL) return 2;

    long battles = 0;
    double start = seconds_now();
    for (long game = 0; game < games; game++) {
        Pile piles[2];
        int length = 1;
        deal(&rng, piles);
        while (battle(&rng, piles, face_down) && length < MAX_BATTLES) length++;
        lengths[game] = length;
        battles += length;
    }
    double seconds = seconds_now() - start;

    qsort(lengths, (size_t)games, sizeof *lengths, by_size);
    printf("moves %ld\ngames %ld\nseconds %.6f\n", battles, games, seconds);
    printf("mean %.3f\nmedian %d\np95 %d\n", (double)battles / (double)games, lengths[games / 2],
           lengths[games * 95 / 100]);
    free(lengths);
    return 0;
}
