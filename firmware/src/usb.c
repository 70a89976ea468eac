/* The line as a USB serial port (CDC ACM) by TinyUSB, and the board's USB identity.

   TinyUSB's interrupt handler only moves packets and queues events; everything else runs in the main loop, in `tud_task`. */

#include "board.h"
#include "edges.h"
#include "pico/unique_id.h"
#include "transport.h"
#include "tusb.h"

/* The identity. 1209:0001 is pid.codes' number for tests: boards with it may not be given away or sold. `make firmware
   USB_ID=vendor:product` builds with another one (docs/button-board.md, "The USB number"). */
#ifndef USB_VENDOR
#define USB_VENDOR PF_USB_VENDOR
#define USB_PRODUCT PF_USB_PRODUCT
#endif
#ifdef TESTER
#define NAME PF_TESTER_NAME
#else
#define NAME PF_USB_NAME
#endif
#define MOST_MA 100 /* any hub gives as much; lamps that want more have a supply of their own */

enum { STRING_LANGUAGE, STRING_MAKER, STRING_NAME, STRING_SERIAL };

const uint8_t transport_kind = PF_TRANSPORT_USB;

static bool is_open, was_opened, bootloader_asked;

const uint8_t *tud_descriptor_device_cb(void)
{
    static const tusb_desc_device_t device = {
        .bLength = sizeof device,
        .bDescriptorType = TUSB_DESC_DEVICE,
        .bcdUSB = 0x0200,
        .bDeviceClass = TUSB_CLASS_MISC, /* two interfaces of one function */
        .bDeviceSubClass = MISC_SUBCLASS_COMMON,
        .bDeviceProtocol = MISC_PROTOCOL_IAD,
        .bMaxPacketSize0 = CFG_TUD_ENDPOINT0_SIZE,
        .idVendor = USB_VENDOR,
        .idProduct = USB_PRODUCT,
        .bcdDevice = VERSION_MAJOR << 8 | VERSION_MINOR << 4 | VERSION_PATCH,
        .iManufacturer = STRING_MAKER,
        .iProduct = STRING_NAME,
        .iSerialNumber = STRING_SERIAL,
        .bNumConfigurations = 1,
    };
    return (const uint8_t *)&device;
}

const uint8_t *tud_descriptor_configuration_cb(uint8_t index)
{
    (void)index;
    static const uint8_t configuration[] = {
        TUD_CONFIG_DESCRIPTOR(1, 2, 0, TUD_CONFIG_DESC_LEN + TUD_CDC_DESC_LEN, 0, MOST_MA),
        TUD_CDC_DESCRIPTOR(0, STRING_NAME, 0x81, 8, 0x02, 0x82, 64),
    };
    return configuration;
}

const uint16_t *tud_descriptor_string_cb(uint8_t index, uint16_t language)
{
    (void)language;
    static uint16_t descriptor[1 + sizeof PF_USB_NAME];
    char serial[2 * PICO_UNIQUE_BOARD_ID_SIZE_BYTES + 1];
    const char *text = NAME;
    unsigned length = 0;
    if (index > STRING_SERIAL)
        return NULL;
    pico_get_unique_board_id_string(serial, sizeof serial);
    if (index == STRING_SERIAL)
        text = serial;
    if (index == STRING_LANGUAGE)
        descriptor[++length] = 0x0409; /* English */
    else
        for (; text[length]; length++)
            descriptor[1 + length] = (uint16_t)(index == STRING_SERIAL ? text[length] | 0x20 : text[length]); /* small letters */
    descriptor[0] = (uint16_t)(TUSB_DESC_STRING << 8 | (2 * length + 2));
    return descriptor;
}

void tud_mount_cb(void)
{
    is_open = false; /* after a reset of the bus, the host opens the port anew */
    /* TinyUSB offers no packet late in a frame (erratum RP2040-E15). Without this it sees the frames only while it sends, so
       that the first packet after a silence may come at any time. */
    tud_sof_cb_enable(true);
}

void tud_cdc_line_state_cb(uint8_t port, bool dtr, bool rts)
{
    (void)rts;
    was_opened |= dtr && !is_open;
    is_open = dtr;
    if (dtr)
        return;
    cdc_line_coding_t coding;
    tud_cdc_n_get_line_coding(port, &coding);
    bootloader_asked |= coding.bit_rate == 1200;
    tud_cdc_n_write_clear(port); /* the host will not read it */
}

void transport_start(void)
{
    tusb_init();
}

bool transport_is_open(void)
{
    return tud_cdc_connected();
}

bool transport_was_opened(void)
{
    bool was = was_opened && tud_cdc_connected();
    was_opened = was_opened && !was;
    return was;
}

bool transport_asks_for_bootloader(void)
{
    return bootloader_asked;
}

size_t transport_read(uint8_t *to, size_t room)
{
    bool was_on = edges_pause(); /* TinyUSB looks whether it is late in the frame, and then offers a packet */
    tud_task();
    edges_resume(was_on);
    return tud_cdc_read(to, room);
}

size_t transport_room(void)
{
    return tud_cdc_write_available();
}

void transport_write(const uint8_t *data, size_t length)
{
    bool was_on = edges_pause();
    tud_cdc_write(data, length);
    tud_cdc_write_flush();
    edges_resume(was_on);
}
