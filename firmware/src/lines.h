/* From samples of the edge detectors to edges in the ring, line by line, and what is done about a line that storms. Pure.

   Order. A sample reads the timer, then every pin at one instant, then the detectors, one group after the other. An edge
   that a detector saw and the instant did not came while the groups were read. It is put with the next sample's time, if
   that follows at once: whatever the reading of an earlier group missed has that time too. So ticks never go against the order of edges,
   and edges of one instant have one tick, whichever groups they are in.

   Storms. A line with more than STORM_EDGES edges in a window is masked for STORM_WINDOWS windows: nobody listens to it.
   A contact that closed meanwhile is not listened to before it is open again, because nobody knows when it closed. */
#ifndef PF_LINES_H
#define PF_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"
#include "ring.h"
#include "sample.h"

#define ALL_LINES ((1u << PF_LINES) - 1u)

/* Everything a bit a line. */
struct lines {
    uint32_t closed;  /* by the edges so far */
    uint32_t pending; /* has an edge that waits for the next sample's time */
    uint32_t masked;
    uint32_t storms; /* how often a line was masked since boot */
    bool merged;     /* a line both fell and rose between two samples: a third edge may hide behind them */
    uint8_t edges[PF_LINES];   /* in this window */
    uint8_t windows[PF_LINES]; /* to go until a masked line may be listened to */
};

/* Put a sample's edges into the ring. `more` says that the next sample follows at once. */
void lines_take(struct lines *lines, struct ring *ring, uint64_t time, const struct sample *sample, bool more);

/* Put an edge for each line whose level is not the one its edges told. */
void lines_correct(struct lines *lines, struct ring *ring, uint64_t time, uint32_t levels);

/* Mask a line that is not masked yet. */
void lines_mask(struct lines *lines, unsigned line);

/* A window is over, and the contacts are as in `levels`. Returns the masked lines that are to be listened to again. */
uint32_t lines_window(struct lines *lines, uint32_t levels);

/* The contacts' levels, a bit a line, from the pins': a closed contact pulls its pin low. */
static inline uint32_t lines_closed(uint32_t pins)
{
    return ~pins >> PF_FIRST_LINE_PIN & ALL_LINES;
}

#endif
