/* Court Circular of 1862 with random legal play, written by hand for speed, as a measure of what is left to gain.
 *
 * The same Rubbers as court_circular_1862.c, draw by draw.  Cards are bits of one word, the Ace of Hearts the lowest,
 * four bits for each rank; whatever a player has is one word.  Nothing is searched or sorted: the card of a number is
 * found by one instruction (pdep), Lines are patterns of bits, and what a Line ranks as together with its best card
 * is one number.  What the rules make certain is written out: eight tricks to a pack, six cards in a hand for seven of
 * them, and three cards turned up for the last.  Of the shuffle for the cut only the two cards that are looked at are
 * made, and the draws of the others are passed over.  (A draw that is refused and drawn again would not be noticed
 * there: that is one deal in 10^16.)
 *
 *     gcc -O3 -march=native -o court tests/bench/court_circular_1862_fast.c && ./court FIRST COUNT
 *
 * It prints games, moves, Rubbers won by player 2, and seconds of the processor.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t Set;

static const uint64_t GAMMA = 0x9E3779B97F4A7C15ull;

static inline uint64_t mixed(uint64_t n) {
    n = (n ^ (n >> 30)) * 0xBF58476D1CE4E5B9ull;
    n = (n ^ (n >> 27)) * 0x94D049BB133111EBull;
    return n ^ (n >> 31);
}

static inline unsigned below(uint64_t *at, uint64_t bound) {
    unsigned __int128 product = (unsigned __int128)mixed(*at += GAMMA) * bound;
    if (__builtin_expect((uint64_t)product < bound, 0)) {
        uint64_t refused = (0 - bound) % bound;
        while ((uint64_t)product < refused) product = (unsigned __int128)mixed(*at += GAMMA) * bound;
    }
    return (unsigned)(product >> 64);
}

static inline int size(Set set) { return __builtin_popcountll(set); }
static inline int lowest(Set set) { return __builtin_ctzll(set); }

static inline Set nth(Set set, unsigned number) { /* the card that has so many below it */
#ifdef __BMI2__
    return _pdep_u64(1ull << number, set);
#else
    while (number--) set &= set - 1;
    return set & -set;
#endif
}

static inline Set any(uint64_t *at, Set set, int among) { return nth(set, below(at, among)); }

#define RANK(r) (0xFull << 4 * (r))
#define SUIT 0x1111111111111ull
enum { SUIT_ONLY = 2, SEQUENCE = 4, TRIO = 6, WITH_LEAD = 1 };

/* The place of the lowest card of each set of so many cards, the sets in the order of a dictionary. */
enum { MOST_SETS = 35 };
static const uint8_t SETS[8][8] = {
    {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1},
    {1, 7, 21, 35, 35, 21, 7, 1},
};
static uint8_t LEAST[8][8][MOST_SETS];

static void list_sets(void) {
    for (int cards = 1; cards < 8; cards++)
        for (int taken = 1; taken <= cards; taken++)
            for (int place = 0, at = 0; place <= cards - taken; place++)
                for (int with = SETS[cards - place - 1][taken - 1]; with; with--) LEAST[cards][taken][at++] = place;
}

/* For each rank of a Lead, the two pairs of ranks that make a Sequence with it at an end (II, 8 and 9). */
static const Set END[13][2][2] = {
    {{RANK(1), RANK(2)}, {RANK(11), RANK(12)}},
    {{RANK(2), RANK(3)}, {0, 0}},
    {{RANK(3), RANK(4)}, {RANK(0), RANK(1)}},
    {{RANK(4), RANK(5)}, {RANK(1), RANK(2)}},
    {{RANK(5), RANK(6)}, {RANK(2), RANK(3)}},
    {{RANK(6), RANK(7)}, {RANK(3), RANK(4)}},
    {{RANK(7), RANK(8)}, {RANK(4), RANK(5)}},
    {{RANK(8), RANK(9)}, {RANK(5), RANK(6)}},
    {{RANK(9), RANK(10)}, {RANK(6), RANK(7)}},
    {{RANK(10), RANK(11)}, {RANK(7), RANK(8)}},
    {{RANK(11), RANK(12)}, {RANK(8), RANK(9)}},
    {{RANK(12), RANK(0)}, {RANK(9), RANK(10)}},
    {{0, 0}, {RANK(10), RANK(11)}},
};

typedef struct { Set rank, suit, pair[2][2]; } Lead;

/* Gives what the best Line of a side ranks as, above 63 less the best card played in it: II and III in one number. */
static inline unsigned judged(Set row, const Lead *lead) {
    unsigned first = lowest(row);
    Set equal = row & lead->rank, sign = row & lead->suit;
    Set one = row & (lead->pair[0][0] | lead->pair[0][1]), other = row & (lead->pair[1][0] | lead->pair[1][1]);
    Set ranks = row | row >> 1;
    ranks = (ranks | ranks >> 2) & SUIT;
    unsigned sort = 0;
    Set cards = row;
    if (!(row & ~(SUIT << (first & 3)))) sort = SUIT_ONLY;
    if (sign & (sign - 1)) sort = SUIT_ONLY | WITH_LEAD, cards = sign;
    if (ranks == (Set)0x111 << (first & ~3u) || ranks == (1 | 1ull << 44 | 1ull << 48)) sort = SEQUENCE, cards = row;
    int is_one = (row & lead->pair[0][0]) && (row & lead->pair[0][1]);
    int is_other = (row & lead->pair[1][0]) && (row & lead->pair[1][1]);
    if (is_one | is_other) sort = SEQUENCE | WITH_LEAD, cards = is_one ? one : other;
    if (!(ranks & (ranks - 1))) sort = TRIO, cards = row;
    if (equal & (equal - 1)) sort = TRIO | WITH_LEAD, cards = equal;
    return sort << 6 | (63 - lowest(cards));
}

/* What the winner takes (IV, 1 and 2), by what both rank as. */
static const int WON[4] = {0, 3, 2, 1}, LOST[4] = {0, 1, 3, 5};
static unsigned char PRIZE[8][8];

typedef struct { int tricks, stored, courts; } Count;

static inline void shuffled(unsigned char *pack, uint64_t *at) {
    for (int i = 0; i < 52; i++) pack[i] = i;
    for (int last = 51; last > 0; last--) {
        unsigned other = below(at, last + 1);
        unsigned char t = pack[last];
        pack[last] = pack[other];
        pack[other] = t;
    }
}

static inline int cut(uint64_t *at) { /* I, 1: highest is first-hand */
    unsigned one = below(at, 52), two = below(at, 51);
    *at += 49 * GAMMA;
    return one < (two == one ? 51 : two) ? 0 : 1;
}

static inline Set three(const unsigned char *pack) { return 1ull << pack[0] | 1ull << pack[1] | 1ull << pack[2]; }

static inline Lead turned(unsigned card) {
    const Set (*pair)[2] = END[card >> 2];
    return (Lead){RANK(card >> 2), SUIT << (card & 3), {{pair[0][0], pair[0][1]}, {pair[1][0], pair[1][1]}}};
}

/* One pack; gives the moves, and what both have at its end. */
static inline int pack_played(uint64_t *chance, uint64_t *answers, Count count[2]) {
    unsigned char pack[52];
    int first = cut(chance), moves = 8 * 6 + 7;               /* every card played, every Lead but the first chosen */
    shuffled(pack, chance);
    Set hand[2], open = 0;
    hand[first] = three(pack + 49) | three(pack + 43);        /* I, 2 */
    hand[1 - first] = three(pack + 46) | three(pack + 40);
    unsigned card = pack[39];                                 /* I, 3 */
    int left = 39;
    for (int trick = 0;; trick++) {
        Set row[2] = {0, 0};
        if (trick < 7) {                                      /* I, 4 */
            for (int own = 6; own > 3; own--)
                for (int turn = 0; turn < 2; turn++) {
                    int player = first ^ turn;
                    Set played = any(answers, hand[player], own);
                    hand[player] ^= played;
                    row[player] |= played;
                }
        } else {
            for (int own = 3; own > 0; own--)
                for (int turn = 0; turn < 2; turn++) {
                    int player = first ^ turn;
                    Set played = any(answers, hand[player] | open, own + 3); /* V, 2 */
                    row[player] |= played;
                    if (played & open) {                      /* V, 3 */
                        Set other = any(answers, hand[player], own);
                        moves++;
                        open ^= played | other;
                        hand[player] ^= other;
                    } else hand[player] ^= played;
                }
        }
        Lead lead = turned(card);
        unsigned value[2] = {judged(row[0], &lead), judged(row[1], &lead)};
        int winner = value[1] > value[0];
        int prize = PRIZE[value[winner] >> 6][value[1 - winner] >> 6];
        Set table = row[0] | row[1] | 1ull << card, rest = table;
        moves += prize;
        count[winner].tricks++;
        count[winner].stored += prize;
        for (int taken = prize, number = 7; taken; taken--) { /* IV, 1: in ascending order */
            Set spoil = nth(rest, LEAST[number][taken][below(answers, SETS[number][taken])]);
            table ^= spoil;
            count[winner].courts += (spoil & 0xFFFF) != 0;    /* VI, 3 */
            rest &= -(spoil << 1);
            number = size(rest);
        }
        if (trick == 7) return moves;
        first = winner;                                       /* IV, 5 */
        card = lowest(any(answers, table, 7 - prize));        /* IV, 3 */
        left -= 3;
        if (!left) open = three(pack);                        /* V, 1 */
        else {
            hand[first] |= three(pack + left);                /* IV, 6 */
            left -= 3;
            hand[1 - first] |= three(pack + left);
        }
    }
}

static int rubber(uint64_t seed, long *moves) {
    uint64_t chance = seed, answers = mixed(seed ^ mixed(GAMMA));
    int score[2] = {0, 0}, hits[2] = {0, 0};
    while (hits[0] < 2 && hits[1] < 2) {
        Count count[2] = {{0, 0, 0}, {0, 0, 0}};
        *moves += pack_played(&chance, &answers, count);
        int points[3][2];
        for (int p = 0; p < 2; p++) {
            points[0][p] = count[p].tricks > 4 ? count[p].tricks - 4 : 0;     /* VI, 1 */
            points[1][p] = count[p].stored > count[1 - p].stored ? 2 : 0;     /* VI, 2 */
            points[2][p] = count[p].courts > count[1 - p].courts;             /* VI, 3 */
        }
        for (int step = 0; step < 3; step++) {                                /* VI, 4 */
            for (int p = 0; p < 2; p++) score[p] += points[step][p];
            if ((score[0] < 5 && score[1] < 5) || score[0] == score[1]) continue;
            hits[score[1] > score[0]]++;
            score[0] = score[1] = 0;
            break;
        }
    }
    return hits[1] > hits[0];
}

int main(int argc, char **argv) {
    uint64_t first = argc > 1 ? strtoull(argv[1], 0, 10) : 0;
    long count = argc > 2 ? atol(argv[2]) : 20000, moves = 0, won = 0;
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    list_sets();
    for (int one = 0; one < 8; one++)
        for (int other = 0; other < 8; other++) PRIZE[one][other] = one > other ? WON[one / 2] + LOST[other / 2] : 1;
    for (long i = 0; i < count; i++) won += rubber(first + i, &moves);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%ld %ld %ld %.6f\n", count, moves, won, (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) / 1e9);
    return 0;
}
