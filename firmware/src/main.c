/* The button board: stamps every edge of sixteen buttons and reports it to the host; lights the lamps as the host requests. */

#include "edges.h"
#include "lamp_driver.h"
#include "platform.h"
#include "serve.h"

#define LAMPS_EVERY_MS 20u
_Static_assert(LAMPS_EVERY_MS == PF_STORM_WINDOW_MS, "the edges' windows are counted where the lamps are shown");

static struct board board;

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
    lamp_driver_start();
    serve_start(&board);
    for (;;) {
        serve_receive(&board);
        light();
        serve_send(&board);
    }
}
