/* The sixteen buttons: every edge into the ring, with the time at which it was sampled.

   Two interrupts share the work. The sampler interrupts everything, notes what the edge detectors saw, and is done in less
   than a microsecond, however many lines changed: no edge waits longer for its stamp. The decoder makes edges of it. */
#ifndef PF_EDGES_H
#define PF_EDGES_H

#include <stdbool.h>

#include "ring.h"

extern struct ring edges;

void edges_start(void);

/* Report lines whose level is not what their edges told, and listen again to lines that no longer storm. Every PF_STORM_WINDOW_MS. */
void edges_reconcile(void);

/* Keep the decoder waiting; samples are taken all the same. Returns whether it was on before, for `edges_resume`. */
bool edges_pause(void);
void edges_resume(bool was_on);

#endif
