/* The button board: stamps every edge of sixteen buttons and reports it to the host; lights the lamps as the host requests. */

#include "board.h"
#include "chip.h"
#include "edges.h"
#include "hardware/sync.h"
#include "hardware/watchdog.h"
#include "lamp_driver.h"
#include "transport.h"
#include "platform.h"

#define LAMPS_EVERY_MS 20u
_Static_assert(LAMPS_EVERY_MS == PF_STORM_WINDOW_MS, "the edges' windows are counted where the lamps are shown");

static struct board board;

static void receive(void)
{
    uint8_t data[64];
    size_t length;
    while ((length = transport_read(data, sizeof data)) != 0)
        for (size_t i = 0; i < length; i++)
            board_receive(&board, data[i]);
    if (board.bootloader_asked || transport_asks_for_bootloader())
        chip_bootloader();
}

/* A zero first: it ends a frame that the host may have received in part. */
static void greet(void)
{
    if (!transport_was_opened())
        return;
    transport_write((const uint8_t[]){0}, 1);
    board_hello(&board);
}

static void send(void)
{
    uint8_t coded[FRAME_MAX_CODED];
    while (transport_is_open() && transport_room() >= sizeof coded) {
        size_t length = board_next_frame(&board, coded);
        if (length == 0)
            return;
        transport_write(coded, length);
    }
}

static void light(void)
{
    static uint64_t next;
    uint64_t now = platform_now();
    if (now < next)
        return;
    next = now + LAMPS_EVERY_MS * 1000u;
    edges_reconcile();
    lamp_driver_show(&board.lamps, (uint32_t)(now / 1000u));
    lamp_driver_led(platform_standing().levels != 0);
}

int main(void)
{
    struct identity identity = {.transport = transport_kind};
    chip_identify(&identity);
    lamp_driver_start();
    edges_start(identity.boot_id);
    board_start(&board, &identity, &edges);
    wake_start();
    transport_start();
    watchdog_start();
    for (;;) {
        watchdog_update();
        receive();
        greet();
        board_tick(&board);
        light();
        send();
        wake_within(5000);
        __wfe();
    }
}
