// The UART's FIFOs and its pace, which rp2040js leaves out: ten bits a byte at the baud rate the firmware set.

const DEPTH = 32;
const RX_LEVEL = 1 << 4, TX_LEVEL = 1 << 5, RX_TIMEOUT = 1 << 6;

export class UartLine {
  // `sink(byte)` is called at the end of each byte's stop bit.
  constructor(rp2040, silicon, sink) {
    this.uart = rp2040.uart[0];
    this.silicon = silicon;
    this.sink = sink;
    this.transmit = [];
    this.receive = [];
    this.incoming = [];
    this.shifting = false;
    this.transmitLevel = DEPTH / 2;
    const { clock } = rp2040;
    this.sent = clock.createAlarm(() => this.byteSent());
    this.came = clock.createAlarm(() => this.byteCame());
    this.timeout = clock.createAlarm(() => this.raise(this.receive.length ? RX_TIMEOUT : 0));
    this.cover();
  }

  get byteNanos() { return 10e9 / this.uart.baudRate; }

  cover() {
    const { uart } = this;
    const write = uart.writeUint32.bind(uart);
    const read = uart.readUint32.bind(uart);
    Object.defineProperty(uart, 'flags', { get: () => this.flags });
    uart.checkInterrupts = () => uart.rp2040.setInterrupt(uart.irq, !!(uart.interruptStatus & uart.interruptMask));
    uart.writeUint32 = (offset, value) => {
      if (offset === 0x00) this.push(value & 0xff);
      else if (offset === 0x34) this.transmitLevel = [4, 8, 16, 24, 28][value & 7];
      else write(offset, value);
    };
    uart.readUint32 = (offset) => (offset === 0x00 ? this.pull() : read(offset));
  }

  get flags() {
    return (this.transmit.length === 0 ? 0x80 : 0) | (this.receive.length === DEPTH ? 0x40 : 0) |
           (this.transmit.length === DEPTH ? 0x20 : 0) | (this.receive.length === 0 ? 0x10 : 0);
  }

  raise(bits) {
    this.uart.interruptStatus |= bits;
    this.uart.checkInterrupts();
  }

  push(byte) {
    if (this.transmit.length === DEPTH) this.silicon.offend('the UART is given a byte while its FIFO is full');
    else this.transmit.push(byte);
    if (!this.shifting) this.shift();
  }

  shift() {
    this.shifting = this.transmit.length > 0;
    if (this.shifting) this.sent.schedule(this.byteNanos);
  }

  byteSent() {
    this.sink(this.transmit.shift());
    if (this.transmit.length === this.transmitLevel) this.raise(TX_LEVEL);
    this.shift();
  }

  // What the host sends; it arrives at the line's pace.
  feed(bytes) {
    const idle = this.incoming.length === 0;
    this.incoming.push(...bytes);
    if (idle && this.incoming.length) this.came.schedule(this.byteNanos);
  }

  byteCame() {
    const byte = this.incoming.shift();
    if (this.receive.length === DEPTH) this.silicon.offend('the UART received more than its FIFO holds');
    else this.receive.push(byte);
    if (this.receive.length >= DEPTH / 2) this.raise(RX_LEVEL);
    this.timeout.schedule(3.2 * this.byteNanos);
    if (this.incoming.length) this.came.schedule(this.byteNanos);
  }

  pull() {
    const byte = this.receive.shift() ?? 0;
    const { uart } = this;
    if (this.receive.length < DEPTH / 2) uart.interruptStatus &= ~RX_LEVEL;
    if (this.receive.length === 0) uart.interruptStatus &= ~RX_TIMEOUT;
    uart.checkInterrupts();
    return byte;
  }
}
