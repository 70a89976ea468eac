#include "frame.h"

/* The CRC of every four bits, to process four at a time. The shorter the main loop is awake, the steadier the stamps. */
static const uint16_t crc_of[16] = {0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
                                    0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef};

uint16_t frame_crc(const uint8_t *data, size_t length)
{
    uint32_t crc = PF_CRC_START;
    for (size_t i = 0; i < length; i++) {
        crc = crc << 4 ^ crc_of[(crc >> 12 ^ data[i] >> 4) & 15];
        crc = crc << 4 ^ crc_of[(crc >> 12 ^ data[i]) & 15];
    }
    return (uint16_t)crc;
}

/* A frame is shorter than 254 bytes, so COBS needs exactly one byte more than it has. */
static size_t cobs_encode(const uint8_t *body, size_t length, uint8_t *coded)
{
    size_t code = 0;
    for (size_t i = 0; i < length; i++) {
        coded[i + 1] = body[i];
        if (body[i] == 0) {
            coded[code] = (uint8_t)(i + 1 - code);
            code = i + 1;
        }
    }
    coded[code] = (uint8_t)(length + 1 - code);
    return length + 1;
}

/* Return the length of the body, or 0 for data that no encoder writes. */
static size_t cobs_decode(const uint8_t *coded, size_t length, uint8_t *body)
{
    size_t at = 0, written = 0;
    for (;;) {
        size_t run = coded[at++];
        if (run == 0 || run - 1 > length - at)
            return 0;
        for (size_t i = 1; i < run; i++)
            body[written++] = coded[at++];
        if (at == length)
            return written;
        if (run < 0xff)
            body[written++] = 0;
    }
}

size_t frame_encode(uint8_t type, uint8_t sequence, const uint8_t *payload, size_t length, uint8_t *coded)
{
    uint8_t body[FRAME_HEAD + PF_MAX_PAYLOAD + FRAME_CRC];
    body[0] = type;
    body[1] = sequence;
    for (size_t i = 0; i < length; i++)
        body[FRAME_HEAD + i] = payload[i];
    put_u16(body + FRAME_HEAD + length, frame_crc(body, FRAME_HEAD + length));
    size_t written = cobs_encode(body, FRAME_HEAD + length + FRAME_CRC, coded);
    coded[written] = 0;
    return written + 1;
}

static enum frame_result end_of_frame(struct frame_reader *reader)
{
    size_t held = reader->held;
    reader->held = 0;
    if (held == 0)
        return FRAME_NONE;
    if (held > PF_MAX_ENCODED)
        return FRAME_BAD;
    size_t length = cobs_decode(reader->coded, held, reader->body);
    if (length < FRAME_HEAD + FRAME_CRC)
        return FRAME_BAD;
    length -= FRAME_CRC;
    const uint8_t *crc = reader->body + length;
    if (frame_crc(reader->body, length) != (crc[0] | crc[1] << 8))
        return FRAME_BAD;
    reader->type = reader->body[0];
    reader->sequence = reader->body[1];
    reader->payload = reader->body + FRAME_HEAD;
    reader->length = length - FRAME_HEAD;
    return FRAME_GOOD;
}

enum frame_result frame_feed(struct frame_reader *reader, uint8_t byte)
{
    if (byte == 0)
        return end_of_frame(reader);
    if (reader->held < PF_MAX_ENCODED)
        reader->coded[reader->held] = byte;
    if (reader->held <= PF_MAX_ENCODED)
        reader->held++;
    return FRAME_NONE;
}
