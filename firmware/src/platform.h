/* The functions that board.c needs of the chip; on a computer, the tests provide them. */
#ifndef PF_PLATFORM_H
#define PF_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "board.h"

/* Microseconds since boot. */
uint64_t platform_now(void);

/* The board's present state (see `struct standing`). */
struct standing platform_standing(void);

/* Whether the board's BOOT button is down. Takes some ten microseconds, in which every interrupt goes on. */
bool platform_boot_button(void);

#endif
