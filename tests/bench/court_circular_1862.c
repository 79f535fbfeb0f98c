/* Court Circular of 1862 with random legal play, written by hand from the rules, as a measure of speed.
 *
 * Whole Rubbers under the default readings, with the same generator and the same draws as cc_dsl.table.chance, so that
 * winners and numbers of moves can be compared seed by seed.  A straightforward program: cards 0 to 51 with the Ace
 * of Hearts 0, hands as sorted arrays, the pack as an array.
 *
 *     gcc -O3 -march=native -o court tests/bench/court_circular_1862.c && ./court FIRST COUNT
 *
 * It prints games, moves, Rubbers won by player 2, and seconds of the processor.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { uint64_t seed, drawn; } Stream;

static const uint64_t GAMMA = 0x9E3779B97F4A7C15ull;

static inline uint64_t mixed(uint64_t n) {
    n = (n ^ (n >> 30)) * 0xBF58476D1CE4E5B9ull;
    n = (n ^ (n >> 27)) * 0x94D049BB133111EBull;
    return n ^ (n >> 31);
}

static inline uint64_t word(Stream *s) { return mixed(s->seed + ++s->drawn * GAMMA); }

static inline int below(Stream *s, uint64_t bound) {
    unsigned __int128 product = (unsigned __int128)word(s) * bound;
    if ((uint64_t)product < bound) {
        uint64_t refused = (0 - bound) % bound;
        while ((uint64_t)product < refused) product = (unsigned __int128)word(s) * bound;
    }
    return (int)(product >> 64);
}

/* The place of the lowest card of a set, each set as likely; the sets are in the order of a dictionary. */
static int least(Stream *s, int cards, int taken) {
    static const unsigned SETS[8][8] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1},
        {1, 7, 21, 35, 35, 21, 7, 1},
    };
    int place = 0, number = below(s, SETS[cards][taken]);
    for (int with; number >= (with = SETS[cards - place - 1][taken - 1]); place++) number -= with;
    return place;
}

static inline int rank_of(int card) { return card >> 2; }
static inline int suit_of(int card) { return card & 3; }

typedef struct { int card[16], size; } Cards;

static void add(Cards *c, int card) { /* kept in ascending order */
    int at = c->size++;
    while (at && c->card[at - 1] > card) { c->card[at] = c->card[at - 1]; at--; }
    c->card[at] = card;
}

static void take(Cards *c, int card) {
    int at = 0;
    while (c->card[at] != card) at++;
    for (c->size--; at < c->size; at++) c->card[at] = c->card[at + 1];
}

static int has(const Cards *c, int card) {
    for (int i = 0; i < c->size; i++) if (c->card[i] == card) return 1;
    return 0;
}

/* Rule II, 9: the ranks of a Sequence stand together; Ace, King, Queen and Three, Two, Ace, but not King, Ace, Two. */
static int is_sequence(int a, int b, int c, int lead) { /* a < b < c as cards, so ranks ascend */
    int x = rank_of(a), y = rank_of(b), z = rank_of(c);
    if (y == x + 1 && z == y + 1) return b != lead;           /* II, 8: the Lead is not its middle card */
    if (x == 0 && y == 11 && z == 12) return c != lead;       /* Three, Two, Ace: the Two is in the middle */
    return 0;
}

typedef struct { int sort, rank, best; } Line; /* sort 3 Trio, 2 Sequence, 1 Suit, 0 none */

static Line best_line(const int *row, int lead) {
    int side[4] = {row[0], row[1], row[2], lead};
    for (int i = 1; i < 4; i++)
        for (int j = i; j && side[j - 1] > side[j]; j--) { int t = side[j]; side[j] = side[j - 1]; side[j - 1] = t; }
    Line found = {0, -1, -1};
    for (int without = 3; without >= 0; without--) {
        int c[3], n = 0, with_lead = 0, best = -1;
        for (int i = 0; i < 4; i++) if (i != without) {
            c[n++] = side[i];
            if (side[i] == lead) with_lead = 1;
            else if (best < 0) best = side[i];                /* III, 1: the best card that he has played */
        }
        int sort = 0;
        if (rank_of(c[0]) == rank_of(c[1]) && rank_of(c[1]) == rank_of(c[2])) sort = 3;
        else if (is_sequence(c[0], c[1], c[2], lead)) sort = 2;
        else if (suit_of(c[0]) == suit_of(c[1]) && suit_of(c[1]) == suit_of(c[2])) sort = 1;
        int rank = sort * 2 + with_lead;
        if (sort && (rank > found.rank || (rank == found.rank && best < found.best))) {
            found.sort = sort; found.rank = rank; found.best = best;
        }
    }
    return found;
}

static const int WON[4] = {0, 3, 2, 1}, LOST[4] = {0, 1, 3, 5};

static void shuffled(int *pack, Stream *chance) {
    for (int i = 0; i < 52; i++) pack[i] = i;
    for (int last = 51; last > 0; last--) {
        int other = below(chance, last + 1), t = pack[last];
        pack[last] = pack[other];
        pack[other] = t;
    }
}

static int rubber(uint64_t seed, long *moves) {
    Stream chance = {seed, 0}, answers = {mixed(seed ^ mixed(GAMMA)), 0};
    int score[2] = {0, 0}, hits[2] = {0, 0}, pack[52], store[2][64];
    while (hits[0] < 2 && hits[1] < 2) {
        shuffled(pack, &chance);
        int first = pack[51] < pack[50] ? 0 : 1;              /* I, 1: highest is first-hand */
        shuffled(pack, &chance);
        int left = 52, stored[2] = {0, 0}, tricks[2] = {0, 0}, lead;
        Cards hand[2] = {{{0}, 0}, {{0}, 0}}, open = {{0}, 0};
        for (int round = 0; round < 2; round++)               /* I, 2 */
            for (int i = 0; i < 2; i++)
                for (int n = 0; n < 3; n++) add(&hand[first ^ i], pack[--left]);
        lead = pack[--left];                                  /* I, 3 */
        while (hand[0].size || hand[1].size) {
            int row[2][3];
            for (int turn = 0; turn < 6; turn++) {            /* I, 4 */
                int player = turn & 1 ? 1 - first : first;
                Cards *own = &hand[player], reach = *own;
                if (open.size) for (int i = 0; i < open.size; i++) add(&reach, open.card[i]); /* V, 2 */
                int card = reach.card[below(&answers, reach.size)];
                ++*moves;
                if (open.size && has(&open, card)) {          /* V, 3 */
                    int other = own->card[below(&answers, own->size)];
                    ++*moves;
                    take(&open, card);
                    take(own, other);
                    add(&open, other);
                } else take(own, card);
                row[player][turn >> 1] = card;
            }
            Line line[2] = {best_line(row[0], lead), best_line(row[1], lead)};
            int winner;
            if (!line[0].sort && !line[1].sort) {             /* III, 2 */
                int best[2];
                for (int p = 0; p < 2; p++) {
                    best[p] = row[p][0];
                    for (int i = 1; i < 3; i++) if (row[p][i] < best[p]) best[p] = row[p][i];
                }
                winner = best[0] < best[1] ? 0 : 1;
            } else if (line[0].rank != line[1].rank) winner = line[0].rank > line[1].rank ? 0 : 1;
            else winner = line[0].best < line[1].best ? 0 : 1; /* III, 1 */
            int loser = 1 - winner, prize = 1;                /* IV, 2 */
            if (line[winner].rank > line[loser].rank) prize = WON[line[winner].sort] + LOST[line[loser].sort];
            Cards table = {{0}, 0};
            for (int p = 0; p < 2; p++) for (int i = 0; i < 3; i++) add(&table, row[p][i]);
            add(&table, lead);
            tricks[winner]++;
            int from = 0;
            Cards rest = {{0}, 0};
            for (int taken = prize; taken; taken--) {         /* IV, 1: in ascending order */
                int at = from + least(&answers, table.size - from, taken);
                ++*moves;
                while (from < at) rest.card[rest.size++] = table.card[from++];
                store[winner][stored[winner]++] = table.card[from++];
            }
            while (from < table.size) rest.card[rest.size++] = table.card[from++];
            first = winner;                                   /* IV, 5 */
            if (hand[0].size || hand[1].size) {
                /* IV, 3: the chooser does not matter to a player at random */
                lead = rest.card[below(&answers, rest.size)];
                ++*moves;
                if (left == 3) for (int n = 0; n < 3; n++) add(&open, pack[--left]); /* V, 1 */
                else if (left)
                    for (int i = 0; i < 2; i++)
                        for (int n = 0; n < 3; n++) add(&hand[first ^ i], pack[--left]); /* IV, 6 */
            }
        }
        int points[3][2] = {{0}}, hitter = -1, courts[2] = {0, 0};
        for (int p = 0; p < 2; p++) {
            points[0][p] = tricks[p] > 4 ? tricks[p] - 4 : 0; /* VI, 1 */
            for (int i = 0; i < stored[p]; i++) courts[p] += store[p][i] < 16;
        }
        for (int p = 0; p < 2; p++) {
            points[1][p] = stored[p] > stored[1 - p] ? 2 : 0; /* VI, 2 */
            points[2][p] = courts[p] > courts[1 - p];         /* VI, 3 */
        }
        for (int step = 0; step < 3 && hitter < 0; step++) {  /* VI, 4 */
            for (int p = 0; p < 2; p++) score[p] += points[step][p];
            if (score[0] >= 5 || score[1] >= 5) {
                if (score[0] == score[1]) continue;
                hitter = score[0] > score[1] ? 0 : 1;
            }
        }
        if (hitter >= 0) { hits[hitter]++; score[0] = score[1] = 0; }
    }
    return hits[1] > hits[0];
}

int main(int argc, char **argv) {
    uint64_t first = argc > 1 ? strtoull(argv[1], 0, 10) : 0;
    long count = argc > 2 ? atol(argv[2]) : 20000, moves = 0, won = 0;
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (long i = 0; i < count; i++) won += rubber(first + i, &moves);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%ld %ld %ld %.6f\n", count, moves, won, (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
    return 0;
}
