/* Any bytes at all from the host, in the middle of edges: nothing is read or written out of bounds, every frame that goes
   out is a good one, edges keep their numbers, and a good frame after the noise is obeyed. */

#include <stdlib.h>
#include <string.h>

#include "../host/pure.c"

static void need(bool what)
{
    if (!what)
        abort();
}

static uint32_t drain(uint32_t next_edge, unsigned *pongs)
{
    static struct frame_reader reader;
    uint8_t coded[FRAME_MAX_CODED];
    size_t length;
    while ((length = board_next_frame(&board, coded)) != 0) {
        need(length <= FRAME_MAX_CODED && coded[length - 1] == 0 && memchr(coded, 0, length - 1) == NULL);
        enum frame_result result = FRAME_NONE;
        for (size_t i = 0; i < length; i++)
            result = frame_feed(&reader, coded[i]);
        need(result == FRAME_GOOD);
        *pongs += reader.type == PF_TYPE_PONG;
        if (reader.type != PF_TYPE_EDGES)
            continue;
        need(get_u32(reader.payload) == next_edge);
        next_edge += (uint32_t)(reader.length - PF_SIZE_EDGES_HEAD) / PF_SIZE_EDGE;
    }
    return next_edge;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    uint32_t next_edge = 0;
    unsigned pongs = 0;
    pure_start(0);
    for (size_t i = 0; i < length; i++) {
        pure_edge(now += 1000, data[i] & 15);
        board_receive(&board, data[i]);
        board_tick(&board);
        if (data[i] & 1)
            next_edge = drain(next_edge, &pongs);
    }
    for (unsigned lamp = 0; lamp < PF_LAMPS; lamp++) {
        uint8_t levels[3];
        pure_levels(lamp, (uint32_t)now, levels);
    }
    next_edge = drain(next_edge, &pongs);
    need(next_edge + pure_lost() == length);

    uint8_t ping[FRAME_MAX_CODED] = {0};
    size_t size = frame_encode(PF_TYPE_PING, 0, (const uint8_t[]){1, 2, 3, 4}, 4, ping + 1);
    pongs = 0;
    pure_receive(ping, size + 1); /* the zero before it ends the noise */
    drain(next_edge, &pongs);
    need(pongs >= 1);
    return 0;
}
