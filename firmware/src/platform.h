/* What board.c asks of the chip; on a computer, the tests answer. */
#ifndef PF_PLATFORM_H
#define PF_PLATFORM_H

#include <stdint.h>

#include "board.h"

/* Microseconds since boot. */
uint64_t platform_now(void);

/* How the board stands now (see `struct standing`). */
struct standing platform_standing(void);

#endif
