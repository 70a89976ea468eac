// A computer at the other end of the USB cable: it enumerates as Linux does, opens and closes the serial port, and
// checks what rp2040js does not: that the data packets of each endpoint take turns (DATA0, DATA1), and what is refused.

const FULL = 1 << 15, DATA1 = 1 << 13, STALL = 1 << 11, AVAILABLE = 1 << 10, LENGTH = 0x3ff;
const PACKET_NS = 60_000; // what a packet of 64 bytes takes at 12 Mbit/s, with its surroundings
const CONTROL_NS = 20_000;
const FRAME_NS = 1_000_000;
const LATE = 0.83; // TinyUSB looks at 0.8, then copies the packet
const START_OF_FRAME = 1 << 17;

// The eight bytes that begin a control transfer (USB 2.0, 9.3).
export const request = (type, code, value, index, length) =>
  [type, code, value & 0xff, value >> 8, index & 0xff, index >> 8, length & 0xff, length >> 8];

export class UsbHost {
  // `sink(bytes)` is called with each packet of the serial port; `ready()` once the board is configured.
  constructor(rp2040, silicon, sink, ready) {
    this.rp2040 = rp2040;
    this.usb = rp2040.usbCtrl;
    this.silicon = silicon;
    this.outOffer = {};
    this.sink = sink;
    this.ready = ready;
    this.descriptors = {};
    this.requests = [];
    this.pending = null;
    this.outgoing = [];
    this.outTaken = () => {}; // called with the length of each packet that the board took
    this.reading = true;
    this.waitingIn = null;
    this.outArmed = null;
    this.frameAt = -Infinity;
    this.expected = { in0: DATA1, out0: DATA1, in2: 0, out2: 0 };
    this.cover();
  }

  cover() {
    const { usb, rp2040 } = this;
    const { clock } = rp2040;
    this.next = clock.createAlarm(() => this.startRequest());
    this.packet = clock.createAlarm(() => this.finishIn());
    this.controlPacket = clock.createAlarm(() => this.controlIn(this.takeIn(0, this.controlWaits)));
    this.bulkOut = clock.createAlarm(() => this.finishOut());
    this.frame = clock.createAlarm(() => this.startFrame());
    const finishRead = usb.finishRead.bind(usb);
    usb.finishRead = (endpoint, buffer) => {
      this.checkTurn(endpoint, true, this.outOffer[endpoint]);
      finishRead(endpoint, buffer);
    };
    usb.onUSBEnabled = () => usb.resetDevice();
    usb.onResetReceived = () => this.enumerate();
    usb.onEndpointRead = (endpoint) => endpoint === 0 && this.controlOut();
    const read = usb.readUint32.bind(usb);
    usb.readUint32 = (offset) => {
      if (offset === 0x48) this.setStartOfFrame(0); // reading the frame's number ends its interrupt
      return read(offset);
    };
    this.deviceUpdate = usb.DPRAMUpdated.bind(usb);
    usb.DPRAMUpdated = (offset, value) => this.updated(offset, value);
  }

  updated(offset, value) {
    if (offset < 0x80 || offset > 0xff) return;
    const endpoint = (offset - 0x80) >> 3;
    const out = !!(offset & 4);
    this.forget(`${out ? 'out' : 'in'}${endpoint}`);
    if (endpoint === 0 && value & STALL && !out) return this.endRequest(null);
    if (!(value & AVAILABLE)) return;
    if (!out && !(value & FULL)) this.silicon.offend(`USB: an empty buffer offered on in${endpoint}`);
    if (out) this.outOffer[endpoint] = value;
    if (endpoint === 2) return out ? this.armOut(offset, value) : this.armIn(offset, value);
    if (out) return this.deviceUpdate(offset, value);
    this.controlWaits = [offset, value];
    this.controlPacket.schedule(PACKET_NS);
  }

  // What was under way with a buffer that was taken back.
  forget(name) {
    if (name === 'in0') this.controlPacket.cancel();
    if (name === 'out0') this.usb.endpointReadAlarms[0].buffers = [];
    if (name === 'in2') {
      this.waitingIn = null;
      this.packet.cancel();
    }
    if (name === 'out2') this.outArmed = null;
  }

  // Asked when a packet goes: one that is taken back before is in nobody's way.
  checkTurn(endpoint, out, value) {
    const key = `${out ? 'out' : 'in'}${endpoint}`;
    if ((value & DATA1) !== this.expected[key]) this.silicon.offend(`USB: a packet out of turn on ${key}`);
    this.expected[key] ^= DATA1;
  }

  // ---- rp2040js completes a packet at once; here a packet takes its time, and waits for a host that reads

  armIn(offset, value) {
    const since = this.rp2040.clock.nanos - this.frameAt;
    if (since > LATE * FRAME_NS && since < 0.99 * FRAME_NS) {
      this.silicon.offend('USB: a bulk packet is offered late in a frame, which may hang the controller (RP2040-E15)');
    }
    this.waitingIn = [offset, value];
    if (this.reading) this.packet.schedule(PACKET_NS);
  }

  finishIn() {
    if (!this.waitingIn || !this.reading) return;
    const waiting = this.waitingIn;
    this.waitingIn = null;
    const bytes = this.takeIn(2, waiting);
    if (bytes.length) this.sink(bytes);
  }

  takeIn(endpoint, [offset, value]) {
    this.rp2040.usbDPRAMView.setUint32(offset, value & ~(AVAILABLE | FULL), true);
    this.checkTurn(endpoint, false, value);
    const at = this.usb.getEndpointBufferOffset(endpoint, false);
    const bytes = this.rp2040.usbDPRAM.slice(at, at + (value & LENGTH));
    this.usb.indicateBufferReady(endpoint, false);
    return bytes;
  }

  armOut(offset, value) {
    this.rp2040.usbDPRAMView.setUint32(offset, value & ~AVAILABLE, true);
    this.outArmed = offset;
    this.giveOut();
  }

  giveOut() {
    if (this.outArmed !== null && this.outgoing.length && !this.bulkOut.scheduled) this.bulkOut.schedule(PACKET_NS);
  }

  finishOut() {
    this.bulkOut.scheduled = false;
    if (this.outArmed === null || !this.outgoing.length) return;
    this.outArmed = null;
    const packet = this.outgoing.splice(0, 64);
    this.usb.finishRead(2, Uint8Array.from(packet));
    this.outTaken(packet.length);
    this.giveOut();
  }

  feed(bytes) {
    this.outgoing.push(...bytes);
    this.giveOut();
  }

  setReading(reading) {
    this.reading = reading;
    if (reading && this.waitingIn) this.packet.schedule(PACKET_NS);
  }

  startFrame() {
    this.frameAt = this.rp2040.clock.nanos;
    this.setStartOfFrame(START_OF_FRAME);
    this.frame.schedule(FRAME_NS);
  }

  setStartOfFrame(bit) {
    this.usb.intRaw = (this.usb.intRaw & ~START_OF_FRAME) | bit;
    this.usb.checkInterrupts();
  }

  // ---- control transfers, one after the other

  control(setup, data, done, begins) {
    this.requests.push({ setup, data, done, begins, got: [] });
    if (!this.pending && !this.next.scheduled) this.next.schedule(CONTROL_NS);
  }

  startRequest() {
    this.next.scheduled = false;
    this.pending = this.requests.shift() ?? null;
    if (!this.pending) return;
    this.expected.in0 = this.expected.out0 = DATA1;
    this.pending.begins?.();
    this.usb.sendSetupPacket(Uint8Array.from(this.pending.setup));
  }

  controlIn(bytes) {
    const { pending } = this;
    if (!pending) return this.silicon.offend('USB: a control packet that nobody asked for');
    const wanted = pending.setup[6] | (pending.setup[7] << 8);
    if (!(pending.setup[0] & 0x80)) return this.endRequest([]);
    pending.got.push(...bytes);
    if (pending.got.length > wanted) this.silicon.offend('USB: more control data than asked for');
    pending.hasAll = bytes.length < 64 || pending.got.length === wanted;
  }

  controlOut() {
    const { pending } = this;
    if (!pending) return;
    if (pending.setup[0] & 0x80) {
      if (!pending.hasAll) return this.silicon.offend('USB: confirms a control transfer before its end');
      this.usb.endpointReadDone(0, new Uint8Array(0));
      this.endRequest(pending.got);
    } else this.usb.endpointReadDone(0, Uint8Array.from(pending.data));
  }

  endRequest(result) {
    const { pending } = this;
    this.pending = null;
    if (pending) pending.done?.(result);
    if (this.requests.length && !this.next.scheduled) this.next.schedule(CONTROL_NS);
  }

  // ---- what Linux asks of a new device

  enumerate() {
    this.expected.in2 = this.expected.out2 = 0;
    const keep = (name) => (answer) => (this.descriptors[name] = answer);
    this.control(request(0x80, 6, 0x0100, 0, 64), null, keep('first'));
    this.control(request(0x00, 5, 7, 0, 0), null, () => {
      if ((this.usb.addrEndp & 0x7f) !== 0) this.silicon.offend('USB: the address changed before it was confirmed');
    });
    this.control(request(0x80, 6, 0x0100, 0, 18), null, keep('device'));
    this.control(request(0x80, 6, 0x0600, 0, 10), null, keep('qualifier'));
    this.control(request(0x80, 6, 0x0200, 0, 9), null, keep('configurationHead'));
    this.control(request(0x80, 6, 0x0200, 0, 255), null, keep('configuration'));
    this.control(request(0x80, 6, 0x0300, 0, 255), null, keep('languages'));
    for (const [index, name] of [[1, 'maker'], [2, 'name'], [3, 'serial']]) {
      this.control(request(0x80, 6, 0x0300 | index, 0x0409, 255), null, keep(name));
    }
    this.control(request(0x80, 6, 0x0309, 0x0409, 255), null, keep('unknownString'));
    this.control(request(0x00, 9, 1, 0, 0), null, () => {
      this.address = this.usb.addrEndp & 0x7f;
      this.frame.schedule(FRAME_NS);
      this.ready?.();
    });
  }

  setLineCoding(baud) {
    const bytes = [baud & 0xff, (baud >> 8) & 0xff, (baud >> 16) & 0xff, baud >>> 24, 0, 0, 8];
    this.control(request(0x21, 0x20, 0, 0, 7), bytes);
  }

  getLineCoding(done) { this.control(request(0xa1, 0x21, 0, 0, 7), null, done); }

  setOpen(open) {
    if (open) this.setLineCoding(1_000_000);
    this.control(request(0x21, 0x22, open ? 3 : 0, 0, 0), null);
  }

  touch1200() {
    this.setLineCoding(1200);
    this.control(request(0x21, 0x22, 3, 0, 0), null);
    this.control(request(0x21, 0x22, 0, 0, 0), null);
  }

  // The cable's other end restarts: a bus reset, and everything anew.
  resetBus() {
    this.requests = [];
    this.pending = null;
    this.waitingIn = this.outArmed = null;
    this.usb.resetDevice();
  }
}
