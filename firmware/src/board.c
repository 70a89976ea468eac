#include "board.h"

#include "platform.h"

#define EDGES_A_FRAME ((PF_MAX_PAYLOAD - PF_SIZE_EDGES_HEAD) / PF_SIZE_EDGE)

void board_start(struct board *board, const struct identity *identity, struct ring *ring)
{
    *board = (struct board){.identity = *identity, .ring = ring};
    board->last_heard = board->next_status = platform_now();
    board->lamps.brightness = 255;
}

/* When eight notices wait, the line is stuck; another would only be late, so it is dropped. */
static void note(struct board *board, uint8_t type, uint32_t nonce)
{
    if (board->notices_put - board->notices_taken >= NOTICES)
        return;
    struct notice *notice = &board->notices[board->notices_put % NOTICES];
    notice->type = type;
    notice->nonce = nonce;
    notice->at = platform_standing();
    board->notices_put++;
}

void board_hello(struct board *board)
{
    note(board, PF_TYPE_HELLO, 0);
}

void board_pong(struct board *board, uint32_t nonce)
{
    note(board, PF_TYPE_PONG, nonce);
}

/* Carry out a frame. Return false for an unknown type or an invalid payload. */
static bool obey(struct board *board, const struct frame_reader *frame)
{
    switch (frame->type) {
    case PF_TYPE_HELLO_REQUEST:
        if (frame->length < PF_SIZE_HELLO_REQUEST)
            return false;
        note(board, PF_TYPE_HELLO, 0);
        return true;
    case PF_TYPE_PING:
        if (frame->length < PF_SIZE_PING)
            return false;
        board_pong(board, get_u32(frame->payload));
        return true;
    case PF_TYPE_LAMPS:
        return lamps_take(&board->lamps, frame->payload, frame->length);
    case PF_TYPE_OUTPUT:
        return lamps_take_output(&board->lamps, frame->payload, frame->length);
    case PF_TYPE_READ_BOOT_BUTTON:
        if (frame->length < PF_SIZE_READ_BOOT_BUTTON)
            return false;
        note(board, PF_TYPE_BOOT_BUTTON, get_u32(frame->payload));
        return true;
    case PF_TYPE_BOOTLOADER:
        if (frame->length < PF_SIZE_BOOTLOADER || get_u32(frame->payload) != PF_BOOTLOADER_MAGIC)
            return false;
        board->bootloader_asked = true;
        return true;
    default:
        return board->obey_more && board->obey_more(frame);
    }
}

void board_receive(struct board *board, uint8_t byte)
{
    enum frame_result result = frame_feed(&board->reader, byte);
    if (result == FRAME_NONE)
        return;
    if (result == FRAME_GOOD && obey(board, &board->reader))
        board->last_heard = platform_now();
    else
        board->bad_frames++;
}

static bool status_waits(const struct board *board)
{
    for (uint32_t i = board->notices_taken; i != board->notices_put; i++)
        if (board->notices[i % NOTICES].type == PF_TYPE_STATUS)
            return true;
    return false;
}

void board_tick(struct board *board)
{
    uint64_t now = platform_now();
    if (now >= board->next_status) {
        uint64_t next = board->next_status + PF_STATUS_MS * 1000u;
        board->next_status = next > now ? next : now + PF_STATUS_MS * 1000u;
        if (!status_waits(board))
            note(board, PF_TYPE_STATUS, 0);
    }
    if (now - board->last_heard > PF_HOST_SILENT_MS * 1000u)
        lamps_darken(&board->lamps);
}

static size_t write_hello(const struct board *board, const struct notice *notice, uint8_t *to)
{
    const struct identity *identity = &board->identity;
    const uint8_t head[] = {PF_VERSION, VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH};
    for (unsigned i = 0; i < 4; i++)
        to[i] = head[i];
    for (unsigned i = 0; i < 8; i++)
        to[4 + i] = identity->board_id[i];
    put_u32(to + 12, identity->boot_id);
    to[16] = identity->reset;
    to[17] = identity->transport;
    to[18] = PF_LINES;
    to[19] = PF_LAMPS;
    put_u32(to + 20, 1000);
    put_u32(to + 24, notice->at.levels);
    put_u32(to + 28, notice->at.number);
    put_u32(to + 32, notice->at.lost);
    put_u64(to + 36, notice->at.time);
    to[44] = 1u << PF_OUTPUT_PINS | 1u << PF_OUTPUT_REGISTERS;
    to[45] = 1u << PF_FEATURE_BOOT_BUTTON;
    return PF_SIZE_HELLO;
}

static size_t write_status(const struct board *board, const struct notice *notice, uint8_t *to)
{
    put_u64(to, notice->at.time);
    put_u32(to + 8, notice->at.levels);
    put_u32(to + 12, notice->at.number);
    put_u32(to + 16, notice->at.lost);
    put_u32(to + 20, board->bad_frames);
    put_u16(to + 24, notice->at.peak);
    put_u32(to + 26, notice->at.masked);
    put_u32(to + 30, notice->at.storms);
    return PF_SIZE_STATUS;
}

static size_t write_pong(const struct notice *notice, uint8_t *to)
{
    put_u32(to, notice->nonce);
    put_u64(to + 4, notice->at.time);
    put_u64(to + 12, platform_now());
    return PF_SIZE_PONG;
}

static size_t write_boot_button(const struct notice *notice, uint8_t *to)
{
    put_u32(to, notice->nonce);
    to[4] = platform_boot_button();
    return PF_SIZE_BOOT_BUTTON;
}

static size_t write_notice(const struct board *board, const struct notice *notice, uint8_t *to)
{
    switch (notice->type) {
    case PF_TYPE_HELLO:
        return write_hello(board, notice, to);
    case PF_TYPE_STATUS:
        return write_status(board, notice, to);
    case PF_TYPE_BOOT_BUTTON:
        return write_boot_button(notice, to);
    default:
        return write_pong(notice, to);
    }
}

/* Write up to `limit` edges with consecutive numbers from the ring, at least one; return the payload's length. */
static size_t write_edges(struct ring *ring, uint32_t limit, uint8_t *to)
{
    const struct edge *first = ring_peek(ring, 0);
    put_u32(to, first->number);
    put_u64(to + 4, first->time);
    uint8_t *entry = to + PF_SIZE_EDGES_HEAD;
    uint32_t count = 0;
    for (; count < limit && count < EDGES_A_FRAME; count++) {
        const struct edge *edge = ring_peek(ring, count);
        uint64_t later = edge->time - first->time;
        if (edge->number != first->number + count || later > UINT32_MAX)
            break;
        entry[0] = edge->what;
        put_u32(entry + 1, (uint32_t)later);
        entry += PF_SIZE_EDGE;
    }
    ring_drop(ring, count);
    return (size_t)(entry - to);
}

size_t board_next_frame(struct board *board, uint8_t *coded)
{
    uint8_t payload[PF_MAX_PAYLOAD], type = PF_TYPE_EDGES;
    struct ring *ring = board->ring;
    const struct notice *notice =
        board->notices_taken != board->notices_put ? &board->notices[board->notices_taken % NOTICES] : NULL;
    uint32_t until = notice ? notice->at.put : ring->put;
    size_t length;
    if (ring->taken != until) {
        length = write_edges(ring, until - ring->taken, payload);
    } else if (notice) {
        type = notice->type;
        length = write_notice(board, notice, payload);
        board->notices_taken++;
    } else {
        return 0;
    }
    return frame_encode(type, board->sequence++, payload, length, coded);
}
