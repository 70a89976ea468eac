/* The line as a USB serial port (CDC ACM), without a library: endpoint 0 for control, endpoint 2 for the data.

   The interrupt handler answers control requests and moves packets; the main loop fills and empties two queues. */

#include "bytes.h"
#include "chip.h"
#include "edges.h"
#include "transport.h"
#include "platform.h"
#include "rp2040.h"
#include "usb_descriptors.h"

const uint8_t transport_kind = PF_TRANSPORT_USB;

/* The controller's memory: setup packet, endpoint controls, buffer controls, then buffers at places that we choose. */
#define ENDPOINT_CONTROL(number, out) (USB_DPRAM + 8u * (number) + 4u * (out))
#define BUFFER_CONTROL(number, out) (USB_DPRAM + 0x80u + 8u * (number) + 4u * (out))
#define AT_CONTROL 0x100u
#define AT_NOTICE 0x180u
#define AT_TO_HOST 0x1c0u
#define AT_FROM_HOST 0x200u
#define MEMORY_BYTES 0x1000u

#define ENDPOINT_ON (1u << 31)
#define ENDPOINT_INTERRUPTS (1u << 29)
#define ENDPOINT_BULK (2u << 26)
#define ENDPOINT_INTERRUPT (3u << 26)

#define BUFFER_FULL (1u << 15)
#define BUFFER_DATA1 (1u << 13)
#define BUFFER_STALL (1u << 11)
#define BUFFER_AVAILABLE (1u << 10)
#define BUFFER_LENGTH 0x3ffu

#define MUXING_TO_PHY 1u
#define MUXING_SOFTCON (1u << 3)
#define PWR_VBUS_DETECT (1u << 2)
#define PWR_VBUS_OVERRIDE (1u << 3)
#define SIE_EP0_INTERRUPTS (1u << 29)
#define SIE_PULL_UP (1u << 16)
#define SIE_SETUP (1u << 17)
#define SIE_BUS_RESET (1u << 19)
#define INT_BUFFERS (1u << 4)
#define INT_BUS_RESET (1u << 12)
#define INT_SETUP (1u << 16)
#define INT_FRAME (1u << 17)

enum { TO_HOST, FROM_HOST };

enum request {
    GET_STATUS = 0x00,
    CLEAR_FEATURE = 0x01,
    SET_FEATURE = 0x03,
    SET_ADDRESS = 0x05,
    GET_DESCRIPTOR = 0x06,
    GET_CONFIGURATION = 0x08,
    SET_CONFIGURATION = 0x09,
    GET_INTERFACE = 0x0a,
    SET_INTERFACE = 0x0b,
    SET_LINE_CODING = 0x20,
    GET_LINE_CODING = 0x21,
    SET_CONTROL_LINE_STATE = 0x22,
    SEND_BREAK = 0x23,
};

struct setup {
    uint8_t type, request;
    uint16_t value, index, length;
};

static struct bytes incoming, outgoing;
static uint32_t next_data1[3][2]; /* for each endpoint and direction: BUFFER_DATA1 or 0 */
static volatile bool configured, is_open, was_opened, bootloader_asked;
static bool offered[3][2];        /* buffers that the controller owns */
static bool can_abort;
static volatile bool sending, receiving;
static uint32_t offered_length; /* of `outgoing`, in the packet that is being sent */
static bool owes_empty_packet; /* the last packet was full: an empty packet marks the end of the data */
static volatile uint32_t frame_began; /* us */

static uint8_t line_coding[7] = {0x40, 0x42, 0x0f, 0, 0, 0, 8}; /* 1,000,000 baud; only 1200 has a meaning here */

static uint8_t reply[2 * (sizeof PF_USB_NAME) + 2];
static const uint8_t *control_data;
static uint32_t control_left;
static bool control_owes_empty, wants_line_coding, control_replies;
static uint8_t new_address;
static char serial[17];

/* ---- packets */

static void memory_write(uint32_t at, const uint8_t *data, uint32_t length)
{
    volatile uint8_t *to = (volatile uint8_t *)(uintptr_t)(USB_DPRAM + at);
    for (uint32_t i = 0; i < length; i++)
        to[i] = data[i];
}

/* Return the bit of an endpoint and direction in BUFF_STATUS and EP_ABORT. */
static uint32_t buffer_bit(unsigned endpoint, unsigned direction)
{
    return 1u << (2 * endpoint + direction);
}

/* Take a buffer back from the controller, used or not; return whether it was used without having been reported yet. The
   controller may be using it: from stepping B2 on it can be asked to abort, and signals when it has. On earlier steppings
   an abort does not work (erratum RP2040-E2). */
static bool take_back(unsigned endpoint, unsigned direction)
{
    uint32_t bit = buffer_bit(endpoint, direction);
    bool aborts = can_abort && offered[endpoint][direction];
    if (aborts) {
        SET(USB_EP_ABORT) = bit;
        for (int patience = 0; patience < 10000 && !(REG(USB_EP_ABORT_DONE) & bit); patience++) {
        }
    }
    REG(BUFFER_CONTROL(endpoint, direction)) = 0;
    if (aborts) {
        REG(USB_EP_ABORT_DONE) = bit;
        CLEAR(USB_EP_ABORT) = bit;
    }
    offered[endpoint][direction] = false;
    bool was_used = REG(USB_BUFF_STATUS) & bit;
    REG(USB_BUFF_STATUS) = bit; /* otherwise it would count for the next buffer */
    return was_used;
}

/* Hand a buffer to the controller. It runs on another clock, so the bit that gives the buffer away is written last, after a
   delay. */
static void hand_over(unsigned endpoint, unsigned direction, uint32_t control)
{
    volatile uint32_t *buffer = &REG(BUFFER_CONTROL(endpoint, direction));
    if (endpoint == 0 && REG(USB_SIE_STATUS) & SIE_SETUP)
        return; /* another request has come; this packet would answer it */
    control |= next_data1[endpoint][direction];
    next_data1[endpoint][direction] ^= BUFFER_DATA1;
    *buffer = control;
    for (int i = 0; i < 12; i++)
        __asm volatile("nop");
    offered[endpoint][direction] = true;
    *buffer = control | BUFFER_AVAILABLE;
}

static void receive_more(void)
{
    if (receiving || !configured || bytes_room(&incoming) < USB_PACKET)
        return;
    receiving = true;
    hand_over(ENDPOINT_DATA, FROM_HOST, USB_PACKET);
}

/* Erratum RP2040-E15: a bulk packet offered in the last fifth of a frame may hang the controller. The sampler of the
   edges may interrupt the code after this check, so the last three tenths are excluded. */
static bool is_late_in_frame(void)
{
    uint32_t since = REG(TIMER_RAWL) - frame_began;
    return since >= 700u && since < 1000u;
}

/* Record the beginning of a frame. Edges may have delayed this interrupt, even beyond the next frame. Beginnings are whole
   milliseconds apart on the host's clock, which differs from ours by less than a microsecond a frame. */
static void take_frame(uint32_t now)
{
    uint32_t since = now - frame_began, late = since % 1000u;
    bool begins_anew = since > 50000u || late > 950u; /* the host was away, or its clock is faster */
    frame_began = begins_anew ? now : now - late + (late > 0);
}

/* Filling the packet takes time, so `is_late_in_frame` is called last: only samples may come between it and the offer. */
static void send_more(void)
{
    uint8_t packet[USB_PACKET];
    uint32_t length = 0;
    if (sending || !is_open)
        return;
    for (; length < USB_PACKET && length < bytes_held(&outgoing); length++)
        packet[length] = bytes_peek(&outgoing, length);
    if (length == 0 && !owes_empty_packet)
        return;
    memory_write(AT_TO_HOST, packet, length);
    bool was_on = edges_pause();
    if (!is_late_in_frame()) {
        sending = true;
        hand_over(ENDPOINT_DATA, TO_HOST, length | BUFFER_FULL);
        offered_length = length;
    }
    edges_resume(was_on);
}

static void packet_sent(void)
{
    owes_empty_packet = offered_length == USB_PACKET;
    bytes_drop(&outgoing, offered_length);
    offered_length = 0;
    sending = false;
}

static void take_received(void)
{
    uint32_t length = REG(BUFFER_CONTROL(ENDPOINT_DATA, FROM_HOST)) & BUFFER_LENGTH;
    const volatile uint8_t *from = (const volatile uint8_t *)(uintptr_t)(USB_DPRAM + AT_FROM_HOST);
    for (uint32_t i = 0; i < length; i++)
        bytes_put(&incoming, from[i]);
    receiving = false;
    receive_more();
}

/* ---- control requests */

static void control_send(void)
{
    uint32_t length = control_left < USB_PACKET ? control_left : USB_PACKET;
    memory_write(AT_CONTROL, control_data, length);
    control_data += length;
    control_left -= length;
    if (length < USB_PACKET)
        control_owes_empty = false;
    hand_over(0, TO_HOST, length | BUFFER_FULL);
}

/* Answer with data; the host then confirms with an empty packet. */
static bool answer(const struct setup *setup, const uint8_t *data, uint32_t length)
{
    control_data = data;
    control_left = length < setup->length ? length : setup->length;
    control_owes_empty = control_left < setup->length;
    control_replies = true;
    control_send();
    return true;
}

/* Confirm a request without data, or after it, with an empty packet. */
static bool confirm(void)
{
    control_left = 0;
    control_owes_empty = control_replies = false;
    control_send();
    return true;
}

static bool answer_string(const struct setup *setup, const char *text)
{
    uint32_t length = 2;
    for (; *text; text++, length += 2) {
        reply[length] = (uint8_t)*text;
        reply[length + 1] = 0;
    }
    reply[0] = (uint8_t)length;
    reply[1] = 3;
    return answer(setup, reply, length);
}

static bool get_descriptor(const struct setup *setup)
{
    static const uint8_t languages[] = {4, 3, LOW(0x0409), HIGH(0x0409)};
    static const char *const strings[] = {[STRING_MAKER] = "Photo Finish", [STRING_NAME] = PF_USB_NAME};
    switch (setup->value) {
    case 1 << 8:
        return answer(setup, device_descriptor, sizeof device_descriptor);
    case 2 << 8:
        return answer(setup, configuration_descriptor, sizeof configuration_descriptor);
    case 3 << 8 | STRING_LANGUAGES:
        return answer(setup, languages, sizeof languages);
    case 3 << 8 | STRING_MAKER:
    case 3 << 8 | STRING_NAME:
        return answer_string(setup, strings[setup->value & 0xff]);
    case 3 << 8 | STRING_SERIAL:
        return answer_string(setup, serial);
    default:
        return false; /* for example the device qualifier of faster devices: Linux requests it and waits for the refusal */
    }
}

static void data_stops(void)
{
    configured = is_open = sending = receiving = owes_empty_packet = false;
    offered_length = 0;
    take_back(ENDPOINT_DATA, TO_HOST);
    take_back(ENDPOINT_DATA, FROM_HOST);
    next_data1[ENDPOINT_DATA][TO_HOST] = next_data1[ENDPOINT_DATA][FROM_HOST] = 0;
}

static bool configure(uint16_t number)
{
    if (number > 1)
        return false;
    data_stops();
    configured = number == 1;
    confirm();
    receive_more();
    return true;
}

static void set_open(bool open)
{
    if (open && !is_open)
        was_opened = true;
    is_open = open && configured;
    if (!open) {
        outgoing.taken = outgoing.put; /* the host will not read it */
        offered_length = 0;
        bootloader_asked |= line_coding[0] == LOW(1200) && line_coding[1] == HIGH(1200) && !line_coding[2];
    }
}

/* After CLEAR_FEATURE(ENDPOINT_HALT) both ends count an endpoint's packets from DATA0 again. A packet on its way is sent anew. */
static bool clear_halt(uint16_t endpoint)
{
    unsigned direction = endpoint & 0x80 ? TO_HOST : FROM_HOST;
    if ((endpoint & 0x7f) != ENDPOINT_DATA)
        return (endpoint & 0x7f) <= ENDPOINT_NOTICE;
    bool was_used = take_back(ENDPOINT_DATA, direction);
    next_data1[ENDPOINT_DATA][direction] = 0;
    if (direction == TO_HOST && was_used)
        packet_sent();
    *(direction == TO_HOST ? &sending : &receiving) = false;
    return true;
}

static bool standard_request(const struct setup *setup)
{
    static const uint8_t nothing[2];
    static uint8_t number;
    switch (setup->request) {
    case GET_STATUS:
        return answer(setup, nothing, 2);
    case SET_ADDRESS:
        new_address = setup->value & 0x7f;
        return confirm();
    case GET_DESCRIPTOR:
        return get_descriptor(setup);
    case GET_CONFIGURATION:
        number = configured;
        return answer(setup, &number, 1);
    case SET_CONFIGURATION:
        return configure(setup->value);
    case GET_INTERFACE:
        return answer(setup, nothing, 1);
    case SET_INTERFACE:
        return setup->value == 0 && confirm();
    case CLEAR_FEATURE:
        return (setup->type & 0x1f) == 2 && setup->value == 0 && clear_halt(setup->index) && confirm();
    default:
        return false;
    }
}

static bool class_request(const struct setup *setup)
{
    switch (setup->request) {
    case SET_LINE_CODING:
        if (setup->length != sizeof line_coding)
            return false;
        wants_line_coding = true;
        hand_over(0, FROM_HOST, USB_PACKET);
        return true;
    case GET_LINE_CODING:
        return answer(setup, line_coding, sizeof line_coding);
    case SET_CONTROL_LINE_STATE:
        set_open(setup->value & 1);
        return confirm();
    case SEND_BREAK:
        return confirm();
    default:
        return false;
    }
}

static void refuse(void)
{
    REG(USB_EP_STALL_ARM) = 3;
    REG(BUFFER_CONTROL(0, TO_HOST)) = BUFFER_STALL;
    REG(BUFFER_CONTROL(0, FROM_HOST)) = BUFFER_STALL;
}

/* A new request ends the previous one, which may still have buffers in the controller. */
static void take_setup(void)
{
    take_back(0, TO_HOST);
    take_back(0, FROM_HOST);
    uint32_t low = REG(USB_DPRAM), high = REG(USB_DPRAM + 4);
    struct setup setup = {(uint8_t)low, (uint8_t)(low >> 8), (uint16_t)(low >> 16), (uint16_t)high, (uint16_t)(high >> 16)};
    next_data1[0][TO_HOST] = next_data1[0][FROM_HOST] = BUFFER_DATA1;
    wants_line_coding = control_replies = control_owes_empty = false;
    control_left = 0;
    new_address = 0;
    bool known = (setup.type & 0x60) == 0x20 ? class_request(&setup)
               : (setup.type & 0x60) == 0x00 ? standard_request(&setup)
                                             : false;
    if (!known)
        refuse();
}

static void control_sent(void)
{
    if (new_address) {
        REG(USB_ADDR) = new_address;
        new_address = 0;
    } else if (control_left || control_owes_empty) {
        control_send();
    } else if (control_replies) {
        control_replies = false;
        next_data1[0][FROM_HOST] = BUFFER_DATA1;
        hand_over(0, FROM_HOST, 0);
    }
}

static void control_received(void)
{
    if (!wants_line_coding)
        return;
    wants_line_coding = false;
    const volatile uint8_t *from = (const volatile uint8_t *)(uintptr_t)(USB_DPRAM + AT_CONTROL);
    for (unsigned i = 0; i < sizeof line_coding; i++)
        line_coding[i] = from[i];
    confirm();
}

/* ---- the controller */

static void bus_reset(void)
{
    REG(USB_ADDR) = 0;
    new_address = 0;
    control_left = 0;
    wants_line_coding = control_replies = control_owes_empty = false;
    data_stops(); /* the next request takes back the buffers of endpoint 0 */
}

static void take_buffers(void)
{
    uint32_t done = REG(USB_BUFF_STATUS);
    REG(USB_BUFF_STATUS) = done;
    for (unsigned buffer = 0; buffer < 6; buffer++)
        if (done >> buffer & 1u)
            offered[buffer / 2][buffer % 2] = false;
    if (done & buffer_bit(0, TO_HOST))
        control_sent();
    if (done & buffer_bit(0, FROM_HOST))
        control_received();
    if (done & buffer_bit(ENDPOINT_DATA, TO_HOST)) {
        packet_sent();
        send_more();
    }
    if (done & buffer_bit(ENDPOINT_DATA, FROM_HOST))
        take_received();
}

void usb_irq(void)
{
    uint32_t why = REG(USB_INTS);
    if (why & INT_BUS_RESET) {
        REG(USB_SIE_STATUS) = SIE_BUS_RESET;
        bus_reset();
    }
    if (why & INT_BUFFERS)
        take_buffers();
    if (why & INT_SETUP) {
        REG(USB_SIE_STATUS) = SIE_SETUP;
        take_setup();
    }
    if (why & INT_FRAME) {
        (void)REG(USB_SOF_RD); /* reading it ends the interrupt */
        take_frame(REG(TIMER_RAWL));
        send_more();
    }
}

static void name_serial(const uint8_t id[8])
{
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < 8; i++) {
        serial[2 * i] = digits[id[i] >> 4];
        serial[2 * i + 1] = digits[id[i] & 15];
    }
}

void transport_start(const struct identity *identity)
{
    name_serial(identity->board_id);
    can_abort = REG(SYSINFO_CHIP_ID) >> 28 >= 2;
    for (uint32_t at = 0; at < MEMORY_BYTES; at += 4)
        REG(USB_DPRAM + at) = 0;
    REG(ENDPOINT_CONTROL(ENDPOINT_NOTICE, TO_HOST)) = ENDPOINT_ON | ENDPOINT_INTERRUPTS | ENDPOINT_INTERRUPT | AT_NOTICE;
    REG(ENDPOINT_CONTROL(ENDPOINT_DATA, TO_HOST)) = ENDPOINT_ON | ENDPOINT_INTERRUPTS | ENDPOINT_BULK | AT_TO_HOST;
    REG(ENDPOINT_CONTROL(ENDPOINT_DATA, FROM_HOST)) = ENDPOINT_ON | ENDPOINT_INTERRUPTS | ENDPOINT_BULK | AT_FROM_HOST;
    REG(USB_MUXING) = MUXING_TO_PHY | MUXING_SOFTCON;
    REG(USB_PWR) = PWR_VBUS_DETECT | PWR_VBUS_OVERRIDE;
    REG(USB_INTE) = INT_BUFFERS | INT_BUS_RESET | INT_SETUP | INT_FRAME;
    irq_enable(IRQ_USB, 2);
    REG(USB_MAIN_CTRL) = 1;
    REG(USB_SIE_CTRL) = SIE_EP0_INTERRUPTS | SIE_PULL_UP; /* the computer sees the board from here on */
}

/* ---- transport.h */

bool transport_is_open(void)
{
    return is_open;
}

bool transport_was_opened(void)
{
    if (!was_opened)
        return false;
    was_opened = false;
    return is_open;
}

bool transport_asks_for_bootloader(void)
{
    return bootloader_asked;
}

/* The handler stops accepting packets when the queue is full; the reader of the queue must restart it. */
static void nudge(void (*what)(void))
{
    REG(NVIC_ICER) = 1u << IRQ_USB;
    what();
    REG(NVIC_ISER) = 1u << IRQ_USB;
}

size_t transport_room(void)
{
    if (bytes_held(&outgoing) && !sending) /* held back late in a frame */
        nudge(send_more);
    return bytes_room(&outgoing);
}

int transport_read(void)
{
    int byte = bytes_take(&incoming);
    if (byte < 0 && !receiving)
        nudge(receive_more);
    return byte;
}


void transport_write(const uint8_t *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes_put(&outgoing, data[i]);
    nudge(send_more);
}
