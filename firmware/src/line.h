/* The line to the host: bytes both ways. usb.c or uart.c, one of them in a build. */
#ifndef PF_LINE_H
#define PF_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"

extern const uint8_t line_transport;

void line_start(const struct identity *identity);

/* Whether a host listens. */
bool line_is_open(void);

/* Whether a host began to listen since this was last asked. */
bool line_was_opened(void);

/* Whether the host asked for the boot loader in a way of the line's own. */
bool line_asks_for_bootloader(void);

/* The next byte that came, or -1. */
int line_read(void);

/* How many bytes can be written now. */
size_t line_room(void);

/* Send bytes, not more than `line_room` said. */
void line_write(const uint8_t *data, size_t length);

#endif
