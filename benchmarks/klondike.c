/* Klondike played at random, a yardstick:  klondike [GAMES] [MAX_MOVES] [SEED]

   Draw three, the waste may be turned over without limit. The top card of the waste, of a column or
   of a foundation goes to a column (one lower, other colour; a king to an empty column) or, from
   waste and columns, to its foundation (ace upwards). Any part of a column's face-up run moves as
   one. Every move is drawn evenly from the list of all legal moves. */
#include "cards.h"

enum { CARDS = 52, RANKS = 13, SUITS = 4, COLUMNS = 7, DRAW = 3, KING = 12 };
enum { MAX_OPTIONS = 256 };

/* Places: the columns, then the foundations, then waste and stock. */
enum { FOUNDATION = COLUMNS, WASTE = FOUNDATION + SUITS, STOCK, PLACES };

/* `down` cards at the bottom of a pile are face down; the last card is the top. */
typedef struct {
    uint8_t cards[CARDS];
    int count, down;
} Pile;

typedef struct {
    uint8_t from, to, count;
} Move;

typedef struct {
    Pile piles[PLACES];
} Table;

static int rank(uint8_t card) { return card % RANKS; }
static int suit(uint8_t card) { return card / RANKS; }
static int red(uint8_t card) { return suit(card) & 1; }
static uint8_t top(const Pile *pile) { return pile->cards[pile->count - 1]; }

static void move_run(Pile *from, Pile *to, int count) {
    from->count -= count;
    for (int i = 0; i < count; i++) to->cards[to->count++] = from->cards[from->count + i];
}

static void turn_over(Pile *from, Pile *to, int count) {
    while (count-- > 0) to->cards[to->count++] = from->cards[--from->count];
}

static void deal(Rng *rng, Table *table) {
    for (int i = 0; i < PLACES; i++) table->piles[i].count = table->piles[i].down = 0;
    Pile *stock = &table->piles[STOCK];
    for (int i = 0; i < CARDS; i++) stock->cards[stock->count++] = (uint8_t)i;
    shuffle(rng, stock->cards, CARDS);
    for (int i = 0; i < COLUMNS; i++) {
        turn_over(stock, &table->piles[i], i + 1);
        table->piles[i].down = i;
    }
}

static int fits_column(const Pile *column, uint8_t card) {
    if (column->count == 0) return rank(card) == KING;
    return rank(top(column)) == rank(card) + 1 && red(top(column)) != red(card);
}

/* Appends the moves of the top `count` cards of a pile to columns. */
static int to_columns(const Table *table, int from, int count, Move *moves, int n) {
    const Pile *pile = &table->piles[from];
    uint8_t card = pile->cards[pile->count - count];
    for (int to = 0; to < COLUMNS; to++)
        if (to != from && fits_column(&table->piles[to], card))
            moves[n++] = (Move){(uint8_t)from, (uint8_t)to, (uint8_t)count};
    return n;
}

static int to_foundation(const Table *table, int from, Move *moves, int n) {
    uint8_t card = top(&table->piles[from]);
    int to = FOUNDATION + suit(card);
    if (table->piles[to].count == rank(card)) moves[n++] = (Move){(uint8_t)from, (uint8_t)to, 1};
    return n;
}

static int legal(const Table *table, Move *moves) {
    int n = 0;
    if (table->piles[STOCK].count > 0)
        moves[n++] = (Move){STOCK, WASTE, DRAW};
    else if (table->piles[WASTE].count > 0)
        moves[n++] = (Move){WASTE, STOCK, 0};
    if (table->piles[WASTE].count > 0) {
        n = to_foundation(table, WASTE, moves, n);
        n = to_columns(table, WASTE, 1, moves, n);
    }
    for (int from = 0; from < COLUMNS; from++) {
        const Pile *column = &table->piles[from];
        if (column->count > 0) n = to_foundation(table, from, moves, n);
        for (int count = 1; count <= column->count - column->down; count++)
            n = to_columns(table, from, count, moves, n);
    }
    for (int from = FOUNDATION; from < WASTE; from++)
        if (table->piles[from].count > 0) n = to_columns(table, from, 1, moves, n);
    return n;
}

static void apply(Table *table, Move move) {
    Pile *from = &table->piles[move.from], *to = &table->piles[move.to];
    if (move.from == STOCK)
        turn_over(from, to, from->count < DRAW ? from->count : DRAW);
    else if (move.to == STOCK)
        turn_over(from, to, from->count);
    else
        move_run(from, to, move.count);
    if (from->count > 0 && from->down == from->count) from->down--;
}

static int won(const Table *table) {
    for (int i = FOUNDATION; i < WASTE; i++)
        if (table->piles[i].count < RANKS) return 0;
    return 1;
}

int main(int argc, char **argv) {
    long games = argument(argc, argv, 1, 20000);
    long max_moves = argument(argc, argv, 2, 200);
    Rng rng = rng_seeded((uint64_t)argument(argc, argv, 3, 1));
    if (games < 1) return 2;

    long moves = 0, wins = 0, options = 0;
    double start = seconds_now();
    for (long game = 0; game < games; game++) {
        Table table;
        Move list[MAX_OPTIONS];
        deal(&rng, &table);
        for (long length = 0; length < max_moves && !won(&table); length++) {
            int n = legal(&table, list);
            if (n == 0) break;
            apply(&table, list[rng_below(&rng, (uint64_t)n)]);
            options += n;
            moves++;
        }
        wins += won(&table);
    }
    double seconds = seconds_now() - start;

    printf("moves %ld\ngames %ld\nseconds %.6f\n", moves, games, seconds);
    printf("wins %ld\nbranching %.3f\n", wins, (double)options / (double)moves);
    return 0;
}
