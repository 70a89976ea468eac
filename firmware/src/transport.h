/* The connection to the host: bytes both ways. usb.c or uart.c, one of them in a build. */
#ifndef PF_TRANSPORT_H
#define PF_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"

extern const uint8_t transport_kind;

void transport_start(const struct identity *identity);

/* Whether a host listens. */
bool transport_is_open(void);

/* Whether a host began to listen since this was last asked. */
bool transport_was_opened(void);

/* Whether the host asked for the boot loader in a way of the line's own. */
bool transport_asks_for_bootloader(void);

/* The next byte that came, or -1. */
int transport_read(void);

/* How many bytes can be written now. */
size_t transport_room(void);

/* Send bytes, not more than `transport_room` said. */
void transport_write(const uint8_t *data, size_t length);

#endif
