/* The line as a UART: 1,000,000 baud, 8 data bits, no parity, one stop bit. It is always open. */

#include "bytes.h"
#include "chip.h"
#include "transport.h"
#include "rp2040.h"

const uint8_t transport_kind = PF_TRANSPORT_UART;

static struct bytes incoming, outgoing;

/* 125 MHz / (16 x 1 Mbaud) = 7 + 52/64, exactly. */
#define DIVISOR_64THS (125000000u * 4u / PF_UART_BAUD)

static void send(void)
{
    while (bytes_held(&outgoing) && !(REG(UART0_FR) & UART_FR_TXFF))
        REG(UART0_DR) = (uint32_t)bytes_take(&outgoing);
    REG(UART0_IMSC) = UART_RX_LEVEL | UART_RX_TIMEOUT | (bytes_held(&outgoing) ? UART_TX_LEVEL : 0);
}

void uart_irq(void)
{
    while (!(REG(UART0_FR) & UART_FR_RXFE))
        bytes_put(&incoming, (uint8_t)REG(UART0_DR));
    REG(UART0_ICR) = UART_RX_TIMEOUT | UART_TX_LEVEL;
    send();
}

void transport_start(const struct identity *identity)
{
    (void)identity;
    REG(UART0_IBRD) = DIVISOR_64THS / 64u;
    REG(UART0_FBRD) = DIVISOR_64THS % 64u;
    REG(UART0_LCR_H) = UART_8_BITS_FIFO; /* after the divisors: this write makes them take effect */
    REG(UART0_IFLS) = 2u << 3 | 1u;      /* interrupt when the FIFO is half full, or a quarter is left to send */
    REG(UART0_CR) = UART_ON;
    REG(PAD(PF_UART_TX_PIN)) = PAD_DRIVE_4MA;
    REG(PAD(PF_UART_RX_PIN)) = PAD_INPUT | PAD_PULL_UP | PAD_SCHMITT; /* an open wire must not send data */
    pin_function(PF_UART_TX_PIN, IO_FUNCTION_UART);
    pin_function(PF_UART_RX_PIN, IO_FUNCTION_UART);
    REG(UART0_IMSC) = UART_RX_LEVEL | UART_RX_TIMEOUT;
    irq_enable(IRQ_UART0, 2);
}

bool transport_is_open(void)
{
    return true;
}

bool transport_was_opened(void)
{
    static bool told;
    bool first = !told;
    told = true;
    return first;
}

bool transport_asks_for_bootloader(void)
{
    return false;
}

int transport_read(void)
{
    return bytes_take(&incoming);
}

size_t transport_room(void)
{
    return bytes_room(&outgoing);
}

void transport_write(const uint8_t *data, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes_put(&outgoing, data[i]);
    REG(NVIC_ICER) = 1u << IRQ_UART0; /* `send` runs in one place at a time */
    send();
    REG(NVIC_ISER) = 1u << IRQ_UART0;
}
