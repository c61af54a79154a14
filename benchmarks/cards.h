/* What all yardsticks need: a clock, a random generator and a fair shuffle. */
#ifndef CARDS_H
#define CARDS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef unsigned __int128 uint128;

/* PCG-DXSM: a 128-bit linear generator, its state scrambled to 64 bits of output. */
typedef struct {
    uint128 state, increment;
} Rng;

static const uint64_t DXSM_MULTIPLIER = 0xda942042e4dd58b5ULL;

static inline uint64_t rng_next(Rng *rng) {
    uint64_t high = (uint64_t)(rng->state >> 64);
    uint64_t low = (uint64_t)rng->state | 1;
    rng->state = rng->state * DXSM_MULTIPLIER + rng->increment;
    high ^= high >> 32;
    high *= DXSM_MULTIPLIER;
    high ^= high >> 48;
    return high * low;
}

static inline uint64_t splitmix64(uint64_t *x) {
    uint64_t z = (*x += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/* Small seeds are mixed first: neighbouring raw states give related first numbers. */
static inline Rng rng_seeded(uint64_t seed) {
    uint64_t high = splitmix64(&seed), low = splitmix64(&seed);
    Rng rng = {(uint128)high << 64 | low, ((uint128)splitmix64(&seed) << 64 | splitmix64(&seed)) | 1};
    return rng;
}

/* A number in [0, n), each equally likely: the overhang of 2^64 over a multiple of n is redrawn. */
static inline uint64_t rng_below(Rng *rng, uint64_t n) {
    uint128 product = (uint128)rng_next(rng) * n;
    if ((uint64_t)product < n) {
        uint64_t overhang = -n % n;
        while ((uint64_t)product < overhang) product = (uint128)rng_next(rng) * n;
    }
    return (uint64_t)(product >> 64);
}

static inline void shuffle(Rng *rng, uint8_t *cards, int count) {
    for (int last = count - 1; last > 0; last--) {
        int other = (int)rng_below(rng, (uint64_t)last + 1);
        uint8_t card = cards[last];
        cards[last] = cards[other];
        cards[other] = card;
    }
}

static inline double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The argument at a place on the command line, or a default. */
static inline long argument(int argc, char **argv, int place, long otherwise) {
    return argc > place ? strtol(argv[place], NULL, 10) : otherwise;
}

#endif
