/* From samples of the edge detectors to edges in the ring, line by line; masks lines that storm. Pure.

   Order. A sample reads the timer, then every pin at one instant, then the detectors, one group after the other. An edge
   that a detector saw but the pins did not show came while the groups were read. It gets the next sample's time, if that
   follows at once, because an edge that the reading of an earlier group missed has that time too. So ticks never go against
   the order of edges, and edges of one instant have one tick, whichever groups they are in.

   Storms. A line with more than PF_STORM_EDGES edges in a window is masked for PF_STORM_MASK_MS at least: its edges are
   ignored. A contact that closed meanwhile stays masked until it is open again, because the time of its closing is unknown. */
#ifndef PF_LINES_H
#define PF_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"
#include "ring.h"
#include "sample.h"

#define ALL_LINES ((1u << PF_LINES) - 1u)

/* One bit per line in each word. */
struct lines {
    uint32_t closed;  /* according to the edges so far */
    uint32_t pending; /* lines with an edge that waits for the next sample's time */
    uint32_t masked;
    uint32_t storms; /* how often a line was masked since boot */
    bool merged;     /* a line both fell and rose between two samples: a third edge may hide behind them */
    uint8_t edges[PF_LINES];   /* in this window */
    uint8_t windows[PF_LINES]; /* remaining until a line may be unmasked */
};

/* Put a sample's edges into the ring. `more`: the next sample follows at once. */
void lines_take(struct lines *lines, struct ring *ring, uint64_t time, const struct sample *sample, bool more);

/* Put an edge for each line whose level differs from that left by its edges. */
void lines_correct(struct lines *lines, struct ring *ring, uint64_t time, uint32_t levels);

/* Mask a line that is not masked yet. */
void lines_mask(struct lines *lines, unsigned line);

/* End a window, with the contacts' present `levels`. Returns the lines to unmask. */
uint32_t lines_window(struct lines *lines, uint32_t levels);

/* Return the contacts' levels, one bit per line, from those of the pins: a closed contact pulls its pin low. */
static inline uint32_t lines_closed(uint32_t pins)
{
    return ~pins >> PF_FIRST_LINE_PIN & ALL_LINES;
}

#endif
