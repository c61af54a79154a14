/* Spider played at random, a yardstick:  spider [GAMES] [MAX_MOVES] [SEED]

   Two packs with four suits, ten columns. A card goes onto the next higher rank of any suit or into
   a gap; cards that follow each other downwards in one suit move together. A row of ten cards is
   dealt from the stock while no column is empty. A run of thirteen leaves the table by itself.
   Every move is drawn evenly from the list of all legal moves. */
#include "cards.h"

enum { CARDS = 104, RANKS = 13, SUITS = 4, COLUMNS = 10, LONG = 4, RUNS = 8 };
enum { MAX_OPTIONS = 1200 };

/* `down` cards at the bottom of a column are face down; the last card is the top. */
typedef struct {
    uint8_t cards[CARDS];
    int count, down;
} Pile;

typedef struct {
    uint8_t from, to, count; /* a row from the stock if no card is moved */
} Move;

typedef struct {
    Pile columns[COLUMNS];
    Pile stock;
    int runs;
} Table;

static int rank(uint8_t card) { return card % RANKS; }
static int suit(uint8_t card) { return card / RANKS % SUITS; }
static uint8_t top(const Pile *pile) { return pile->cards[pile->count - 1]; }

/* The length of the face-up run of one suit at the top of a column. */
static int run_length(const Pile *column) {
    int length = column->count > 0;
    for (int at = column->count - 2; length > 0 && at >= column->down; at--, length++) {
        uint8_t lower = column->cards[at], upper = column->cards[at + 1];
        if (suit(lower) != suit(upper) || rank(lower) != rank(upper) + 1) break;
    }
    return length;
}

static void turn_up(Pile *column) {
    if (column->count > 0 && column->down == column->count) column->down--;
}

/* Removes a complete suit from the top of a column. */
static void take_run(Table *table, Pile *column) {
    if (column->count < RANKS || run_length(column) < RANKS) return;
    column->count -= RANKS;
    table->runs++;
    turn_up(column);
}

static void deal(Rng *rng, Table *table) {
    Pile *stock = &table->stock;
    stock->count = table->runs = 0;
    for (int i = 0; i < CARDS; i++) stock->cards[stock->count++] = (uint8_t)i;
    shuffle(rng, stock->cards, CARDS);
    for (int i = 0; i < COLUMNS; i++) {
        Pile *column = &table->columns[i];
        column->count = 0;
        column->down = i < LONG ? 5 : 4;
        while (column->count <= column->down) column->cards[column->count++] = stock->cards[--stock->count];
    }
}

static int legal(const Table *table, Move *moves) {
    int n = 0, gaps = 0;
    for (int from = 0; from < COLUMNS; from++) {
        const Pile *column = &table->columns[from];
        int length = run_length(column);
        gaps += column->count == 0;
        for (int count = 1; count <= length; count++) {
            uint8_t card = column->cards[column->count - count];
            for (int to = 0; to < COLUMNS; to++) {
                const Pile *other = &table->columns[to];
                if (to != from && (other->count == 0 || rank(top(other)) == rank(card) + 1))
                    moves[n++] = (Move){(uint8_t)from, (uint8_t)to, (uint8_t)count};
            }
        }
    }
    if (table->stock.count > 0 && gaps == 0) moves[n++] = (Move){0, 0, 0};
    return n;
}

static void apply(Table *table, Move move) {
    if (move.count == 0) {
        for (int i = 0; i < COLUMNS; i++) {
            Pile *column = &table->columns[i];
            column->cards[column->count++] = table->stock.cards[--table->stock.count];
        }
        for (int i = 0; i < COLUMNS; i++) take_run(table, &table->columns[i]);
        return;
    }
    Pile *from = &table->columns[move.from], *to = &table->columns[move.to];
    from->count -= move.count;
    for (int i = 0; i < move.count; i++) to->cards[to->count++] = from->cards[from->count + i];
    turn_up(from);
    take_run(table, to);
}

int main(int argc, char **argv) {
    long games = argument(argc, argv, 1, 20000);
    long max_moves = argument(argc, argv, 2, 200);
    Rng rng = rng_seeded((uint64_t)argument(argc, argv, 3, 1));
    if (games < 1) return 2;

    long moves = 0, wins = 0, options = 0;
    double start = seconds_now();
    for (long game = 0; game < games; game++) {
        static Table table;
        static Move list[MAX_OPTIONS];
        deal(&rng, &table);
        for (long length = 0; length < max_moves && table.runs < RUNS; length++) {
            int n = legal(&table, list);
            if (n == 0) break;
            apply(&table, list[rng_below(&rng, (uint64_t)n)]);
            options += n;
            moves++;
        }
        wins += table.runs == RUNS;
    }
    double seconds = seconds_now() - start;

    printf("moves %ld\ngames %ld\nseconds %.6f\n", moves, games, seconds);
    printf("wins %ld\nbranching %.3f\n", wins, (double)options / (double)moves);
    return 0;
}
