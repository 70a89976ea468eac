/* The connection to the host: bytes in both directions. A build contains either usb.c or uart.c. */
#ifndef PF_TRANSPORT_H
#define PF_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

extern const uint8_t transport_kind;

void transport_start(void);

/* Whether a host listens. */
bool transport_is_open(void);

/* Whether a host began to listen since the last call. */
bool transport_was_opened(void);

/* Whether the host requested the boot loader by the transport itself (USB: 1200 baud). */
bool transport_asks_for_bootloader(void);

/* Move up to `room` received bytes to `to`; return how many. To be called in every turn of the main loop. */
size_t transport_read(uint8_t *to, size_t room);

/* Return how many bytes can be written now. */
size_t transport_room(void);

/* Send bytes, at most as many as `transport_room` returned. */
void transport_write(const uint8_t *data, size_t length);

#endif
