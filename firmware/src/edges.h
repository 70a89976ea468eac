/* The sixteen buttons: every edge into the ring, with the time at which it was sampled.

   Two interrupts share the work. The sampler interrupts everything, records the edge detectors, and is done in less than a
   microsecond, however many lines changed: no edge waits longer for its stamp. The decoder turns the samples into edges, when
   no other interrupt has work. */
#ifndef PF_EDGES_H
#define PF_EDGES_H

#include <stdbool.h>

#include "ring.h"

extern struct ring edges;

/* Listen to the lines. Edges are numbered from `first_number`, another one at each boot: an edge of a boot whose HELLO was
   lost must not fit into the numbers of the boot before. */
void edges_start(uint32_t first_number);

/* Report lines whose level differs from that left by their edges, and unmask lines that no longer storm. To be called every
   PF_STORM_WINDOW_MS. */
void edges_reconcile(void);

/* Pause the decoder; the sampler continues. Returns whether the decoder was on before, for `edges_resume`. */
bool edges_pause(void);
void edges_resume(bool was_on);

#endif
