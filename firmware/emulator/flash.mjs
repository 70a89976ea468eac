// The flash chip as seen through the SSI, as far as the firmware talks to it: its unique number, asked for with
// chip select held by hand. And the two small peripherals beside it that rp2040js leaves out.

const FLASH_IDLE = 0xff;
const UNIQUE_NUMBER = 0x4b; // the command, four empty bytes, then the eight of the number
const READ_STATUS2 = 0x35;
const QUAD_ENABLED = 2;
const SELECT_CONTROL = 0x0c;
const OVERRIDE_LOW = 2;
const SELECT_PAD = 0x5a; // after a reset: pulled up, its input on (RP2040's datasheet, PADS_QSPI)

class Registers {
  constructor() { this.rawWriteValue = 0; }
  readUint32() { return 0; }
  writeUint32() {}
  writeUint32Atomic(offset, value, atomic) {
    const before = atomic ? this.readUint32(offset) : 0; // reading takes a byte off the FIFO
    this.writeUint32(offset, [value, before ^ value, before | value, before & ~value][atomic]);
  }
}

export class FlashChip extends Registers {
  constructor(number) {
    super();
    this.number = number;
    this.enabled = this.words8 = this.selected = false;
    this.sent = [];
    this.received = [];
  }

  select(low) {
    this.selected = low;
    this.sent = [];
  }

  readUint32(offset) {
    if (offset === 0x24) return this.received.length;
    if (offset === 0x28) return this.received.length ? 0b1110 : 0b0110;
    if (offset === 0x60) return this.received.shift() ?? 0;
    return 0;
  }

  writeUint32(offset, value) {
    if (offset === 0x08) this.enabled = !!value;
    if (offset === 0x00) this.words8 = ((value >> 16) & 0x1f) === 7;
    if (offset === 0x60) this.exchange(value & 0xff);
  }

  exchange(byte) {
    this.sent.push(byte);
    this.received.push(this.answer());
  }

  answer() {
    if (!this.selected) return this.sent.at(-2) === READ_STATUS2 ? QUAD_ENABLED : 0; // by the second boot stage
    if (this.sent[0] === UNIQUE_NUMBER) return this.number[this.sent.length - 6] ?? FLASH_IDLE;
    return FLASH_IDLE;
  }
}

// The flash's pins. Between its select and ground lies the BOOT button with a resistor: it is seen by who lets the pin
// float, and then nothing in the flash can be read (`silicon`). `floated` has when that began and ended, us.
export class FlashPins extends Registers {
  constructor(chip, pin, silicon, nowUs) {
    super();
    this.chip = chip;
    this.pin = pin;
    pin.padValue = SELECT_PAD;
    this.silicon = silicon;
    this.nowUs = nowUs;
    this.control = 0;
    this.isDown = false;
    this.floated = [];
    this.show();
  }

  readUint32(offset) { return offset === SELECT_CONTROL ? this.control : 0; }

  writeUint32(offset, value) {
    if (offset !== SELECT_CONTROL) return;
    const floated = this.floats;
    this.control = value;
    if (this.floats && !floated) this.floated.push([this.nowUs(), null]);
    if (!this.floats && floated) this.floated.at(-1)[1] = this.nowUs();
    this.chip.select(((value >> 8) & 3) === OVERRIDE_LOW);
    this.show();
  }

  press(down) {
    this.isDown = down;
    this.show();
  }

  get floats() { return ((this.control >> 12) & 3) === OVERRIDE_LOW; }

  show() {
    this.silicon.setFlashAway(this.floats);
    this.pin.setInputValue(this.floats ? !this.isDown : !this.chip.selected);
  }
}

// The ring oscillator, whose bits are chance. `random` is a seeded generator: an emulated boot can be repeated.
export class RingOscillator extends Registers {
  constructor(random) {
    super();
    this.random = random;
  }

  readUint32(offset) { return offset === 0x1c ? (this.random() < 0.5 ? 0 : 1) : 0; }
}

export class ChipReset extends Registers {
  constructor(why) {
    super();
    this.why = why;
  }

  readUint32(offset) { return offset === 8 ? this.why : 0; }
}

// Park and Miller's minimal generator.
export function chance(seed) {
  let state = (seed % 2147483646) + 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}
