/* The chip brought up, and what of it belongs to nobody else: clocks, time, watchdog, identity, boot ROM. */
#ifndef PF_CHIP_H
#define PF_CHIP_H

#include <stdint.h>

#include "board.h"

/* Bring up crystal, PLLs and the 1 us tick, and take every peripheral that the firmware uses out of its reset. */
void chip_start(void);

/* Who this board is and why it started. Once, before interrupts are on: the flash cannot be read as memory after it. */
void chip_identify(struct identity *identity);

/* From now on the board restarts if `watchdog_feed` is not called for a second. */
void watchdog_start(void);
void watchdog_feed(void);

/* Wake the main loop (`wait_for_event`) within so many microseconds. */
void wake_within(uint32_t us);

/* Restart into the boot ROM's USB drive. */
_Noreturn void chip_bootloader(void);

void pin_function(unsigned pin, uint32_t function);

/* 0 is the most urgent, 3 the least. */
void irq_enable(unsigned irq, unsigned priority);

#endif
