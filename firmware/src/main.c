/* The button board: stamps every edge of sixteen buttons and tells the host; lights the lamps the host asks for. */

#include "board.h"
#include "chip.h"
#include "edges.h"
#include "lights.h"
#include "line.h"
#include "platform.h"
#include "rp2040.h"

#define LAMPS_EVERY_MS 20u
_Static_assert(LAMPS_EVERY_MS == PF_STORM_WINDOW_MS, "the edges' windows are counted where the lamps are shown");

static struct board board;

static void receive(void)
{
    for (int byte = line_read(); byte >= 0; byte = line_read())
        board_receive(&board, (uint8_t)byte);
    if (board.bootloader_asked || line_asks_for_bootloader())
        chip_bootloader();
}

/* A zero first: it ends whatever half of a frame the host may have of earlier. */
static void greet(void)
{
    if (!line_was_opened())
        return;
    line_write((const uint8_t[]){0}, 1);
    board_hello(&board);
}

static void send(void)
{
    uint8_t coded[FRAME_MAX_CODED];
    while (line_is_open() && line_room() >= sizeof coded) {
        size_t length = board_next_frame(&board, coded);
        if (length == 0)
            return;
        line_write(coded, length);
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
    lights_show(&board.lamps, (uint32_t)(now / 1000u));
    lights_led(platform_standing().levels != 0);
}

int main(void)
{
    struct identity identity = {.transport = line_transport};
    chip_start();
    chip_identify(&identity);
    lights_start();
    edges_start();
    board_start(&board, &identity, &edges);
    irq_enable(IRQ_TIMER0, 3);
    line_start(&identity);
    watchdog_start();
    for (;;) {
        watchdog_feed();
        receive();
        greet();
        board_tick(&board);
        light();
        send();
        wake_within(5000);
        wait_for_event();
    }
}
