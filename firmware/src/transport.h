/* The connection to the host: bytes in both directions. A build contains either usb.c or uart.c. */
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

/* Whether a host began to listen since the last call. */
bool transport_was_opened(void);

/* Whether the host requested the boot loader by the transport itself (USB: 1200 baud). */
bool transport_asks_for_bootloader(void);

/* Return the next received byte, or -1. */
int transport_read(void);

/* Return how many bytes can be written now. */
size_t transport_room(void);

/* Send bytes, at most as many as `transport_room` returned. */
void transport_write(const uint8_t *data, size_t length);

#endif
