/* From the state of a pin's edge detectors to edges. Pure.

   The chip records for each pin whether it fell and whether it rose since the handler last looked, not how often or in
   which order. A line's edges alternate, so its last known level gives the order. */
#ifndef PF_EDGE_H
#define PF_EDGE_H

#include <stdbool.h>

/* Return how many edges to report for a line that was `closed` and has since `fallen` (a closing) or `risen` (an opening),
   each at least once. They alternate, beginning with the opposite of `closed`. */
static inline unsigned edges_seen(bool closed, bool fallen, bool risen)
{
    if (fallen && risen)
        return 2;
    if (fallen)
        return closed ? 2 : 1; /* it cannot fall without having risen */
    if (risen)
        return closed ? 1 : 2;
    return 0;
}

#endif
