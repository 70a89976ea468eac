#include "serve.h"

#include "chip.h"
#include "edges.h"
#include "hardware/sync.h"
#include "hardware/watchdog.h"
#include "transport.h"

void serve_start(struct board *board)
{
    struct identity identity = {.transport = transport_kind};
    chip_identify(&identity);
    edges_start(identity.boot_id);
    board_start(board, &identity, &edges);
    wake_start();
    transport_start();
    watchdog_start();
}

/* A zero first: it ends a frame that the host may have received in part. */
static void greet(struct board *board)
{
    if (!transport_was_opened())
        return;
    transport_write((const uint8_t[]){0}, 1);
    board_hello(board);
}

void serve_receive(struct board *board)
{
    uint8_t data[64];
    size_t length;
    watchdog_update();
    while ((length = transport_read(data, sizeof data)) != 0)
        for (size_t i = 0; i < length; i++)
            board_receive(board, data[i]);
    if (board->bootloader_asked || transport_asks_for_bootloader())
        chip_bootloader();
    greet(board);
    board_tick(board);
}

void serve_send(struct board *board)
{
    uint8_t coded[FRAME_MAX_CODED];
    size_t length;
    while (transport_is_open() && transport_room() >= sizeof coded && (length = board_next_frame(board, coded)) != 0)
        transport_write(coded, length);
    wake_within(5000);
    __wfe();
}
