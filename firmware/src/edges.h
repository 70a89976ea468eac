/* The sixteen buttons: every edge into the ring, with the time at which the chip's interrupt began. */
#ifndef PF_EDGES_H
#define PF_EDGES_H

#include "ring.h"

extern struct ring edges;

void edges_start(void);

/* Report lines whose level is not what their edges told. Nothing is expected here; it mends what should not happen. */
void edges_reconcile(void);

#endif
