/* What the main loops of the button board and of the tester share: the stamps, the frames, the line to the host. */
#ifndef PF_SERVE_H
#define PF_SERVE_H

#include "board.h"

/* Start everything but what hangs on other pins than the lines. */
void serve_start(struct board *board);

/* Carry out what the host has sent. */
void serve_receive(struct board *board);

/* Send what there is to say, and sleep for 5 ms at most. */
void serve_send(struct board *board);

#endif
