/* The USB descriptors of the board: one serial port of the class CDC ACM, for which every system has a driver. */
#ifndef PF_USB_DESCRIPTORS_H
#define PF_USB_DESCRIPTORS_H

#include <stdint.h>

#include "board.h"

#define USB_PACKET 64u
#define ENDPOINT_NOTICE 1u /* to the host; the class requires it, but it is never used */
#define ENDPOINT_DATA 2u   /* both directions */

#define LOW(value) ((value)&0xff)
#define HIGH(value) ((value) >> 8)

enum { STRING_LANGUAGES, STRING_MAKER, STRING_NAME, STRING_SERIAL };

/* Vendor and product are pid.codes' number for tests (1209:0001). Boards with it may not be given away or sold: a
   distributor of boards needs a number of their own here (docs/button-board.md, "The USB number"). */
static const uint8_t device_descriptor[18] = {
    18, 1,                                          /* a device */
    LOW(0x0200), HIGH(0x0200),                      /* of USB 2.0 */
    2, 0, 0,                                        /* communication */
    USB_PACKET,                                     /* at endpoint 0 */
    LOW(PF_USB_VENDOR), HIGH(PF_USB_VENDOR),
    LOW(PF_USB_PRODUCT), HIGH(PF_USB_PRODUCT),
    VERSION_MINOR << 4 | VERSION_PATCH, VERSION_MAJOR,
    STRING_MAKER, STRING_NAME, STRING_SERIAL,
    1,                                              /* configuration */
};

#define CONFIGURATION_LENGTH 67u

static const uint8_t configuration_descriptor[CONFIGURATION_LENGTH] = {
    9, 2, CONFIGURATION_LENGTH, 0, 2, 1, 0,         /* a configuration of two interfaces, number 1 */
    0x80, 250,                                      /* powered by the bus, 500 mA with the lamps */

    9, 4, 0, 0, 1, 2, 2, 0, 0,                      /* interface 0: control, abstract control model */
    5, 0x24, 0, LOW(0x0110), HIGH(0x0110),          /* CDC 1.10 */
    5, 0x24, 1, 0, 1,                               /* call management: none; data on interface 1 */
    4, 0x24, 2, 2,                                  /* line coding and control line state are understood */
    5, 0x24, 6, 0, 1,                               /* interfaces 0 and 1 belong together */
    7, 5, 0x80 | ENDPOINT_NOTICE, 3, 8, 0, 255,     /* interrupt, 8 bytes, every 255 ms */

    9, 4, 1, 0, 2, 10, 0, 0, 0,                     /* interface 1: data */
    7, 5, ENDPOINT_DATA, 2, USB_PACKET, 0, 0,       /* bulk, from the host */
    7, 5, 0x80 | ENDPOINT_DATA, 2, USB_PACKET, 0, 0, /* bulk, to the host */
};

#endif
