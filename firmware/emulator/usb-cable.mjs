// A USB cable to a guest of QEMU: `-device usb-redir` on a socket (usbredir protocol 0.7, spice/usbredir,
// docs/usb-redirection-protocol.md). The guest's own drivers enumerate the emulated board, open it and read it.
//
// Numbers are little-endian. A packet is its kind, its length (32 bits each) and its id (64 bits, before both have said
// hello 32), a header of the kind, and data. QEMU's xHCI wants all the capabilities that are told here.

import { request } from './usb-host.mjs';

const HELLO = 0, CONNECT = 1, DISCONNECT = 2, RESET = 3, INTERFACES = 4, ENDPOINTS = 5;
const SET_CONFIGURATION = 6, GET_CONFIGURATION = 7, CONFIGURATION = 8;
const SET_ALTERNATE = 9, GET_ALTERNATE = 10, ALTERNATE = 11;
const START_INTERRUPTS = 15, STOP_INTERRUPTS = 16, INTERRUPTS = 17, CANCEL = 21, CONTROL = 100, BULK = 101;
const DONE = 0, CANCELLED = 1, STALLED = 4;
const VERSIONS = 1 << 1, PACKET_SIZES = 1 << 4, LONG_IDS = 1 << 5, LONG_BULK = 1 << 6;
const OURS = VERSIONS | PACKET_SIZES | LONG_IDS | LONG_BULK;
const FULL_SPEED = 1;
const PLACES = 32; // of endpoints: 16 to the device, 16 from it
const NO_ENDPOINT = 255;
const PACKET = 64;

export class UsbCable {
  // `socket` is QEMU's end. The board's host is plugged in by `plug` once it has enumerated the board.
  constructor(socket) {
    this.socket = socket;
    this.got = Buffer.alloc(0);
    this.host = null;
    this.ready = null; // the host to plug in once QEMU has said hello
    this.isReady = false;
    this.waiting = []; // what came before the board was enumerated again
    this.reads = []; // {id, wanted, bytes} of bulk transfers that the guest waits for
    this.writes = []; // {id, left}
    const hello = Buffer.alloc(68);
    hello.write('photofinish button board, emulated');
    hello.writeUInt32LE(OURS, 64);
    this.idSize = 4;
    this.send(HELLO, 0, hello);
  }

  // ---- the board's side

  // A host has enumerated the board: a new one after each restart of the board, the same one after a reset of the bus.
  plug(host) {
    this.ready = host;
    if (this.idSize === 4) return;
    if (host !== this.host) {
      if (this.host) this.send(DISCONNECT, 0);
      this.reads = [];
      this.writes = [];
      this.waiting = [];
      this.host = host;
      host.setReading(false);
      host.outTaken = (length) => this.taken(length);
      this.tellEndpoints();
      const [, , , , kind, subclass, protocol] = host.descriptors.device;
      const numbers = host.descriptors.device.slice(8, 14); // vendor, product, version
      this.send(CONNECT, 0, [FULL_SPEED, kind, subclass, protocol, ...numbers]);
    }
    this.isReady = true;
    for (const act of this.waiting.splice(0)) act();
  }

  // A packet of the serial port: a transfer ends with a short one, or when it is full.
  sink(packet) {
    const [read] = this.reads;
    read.bytes.push(...packet);
    if (packet.length === PACKET && read.bytes.length < read.wanted) return;
    this.reads.shift();
    this.host.setReading(this.reads.length > 0);
    this.answerBulk(read.id, 0x82, DONE, read.bytes);
  }

  taken(length) {
    let left = length;
    while (left > 0 && this.writes.length) {
      const [write] = this.writes;
      const part = Math.min(left, write.left);
      write.left -= part;
      left -= part;
      if (write.left) return;
      this.writes.shift();
      this.answerBulk(write.id, 0x02, DONE, [], write.length);
    }
  }

  // ---- QEMU's side

  send(kind, id, data = []) {
    const head = Buffer.alloc(8 + this.idSize);
    head.writeUInt32LE(kind, 0);
    head.writeUInt32LE(data.length, 4);
    if (this.idSize === 8) head.writeBigUInt64LE(BigInt(id), 8);
    this.socket.write(Buffer.concat([head, Buffer.from(data)]));
  }

  feed(data) {
    this.got = Buffer.concat([this.got, data]);
    for (;;) {
      const start = 8 + this.idSize;
      if (this.got.length < start) return;
      const end = start + this.got.readUInt32LE(4);
      if (this.got.length < end) return;
      const packet = this.got.subarray(0, end);
      this.got = this.got.subarray(end);
      const id = this.idSize === 8 ? packet.readBigUInt64LE(8) : packet.readUInt32LE(8);
      this.obey(packet.readUInt32LE(0), id, packet.subarray(start));
    }
  }

  obey(kind, id, body) {
    if (kind === HELLO) this.greet(body.readUInt32LE(64));
    else if (kind === RESET) {
      this.isReady = false;
      this.reads = [];
      this.writes = [];
      this.host.setReading(false);
      this.host.outgoing = [];
      this.host.resetBus();
    } else if (kind === CANCEL) this.cancel(id);
    else if (kind === START_INTERRUPTS || kind === STOP_INTERRUPTS) this.send(INTERRUPTS, id, [DONE, body[0]]); // it never has one
    else if (kind >= SET_CONFIGURATION && kind !== CONFIGURATION) this.whenReady(() => this.transfer(kind, id, body));
  }

  greet(theirs) {
    if ((theirs & OURS) !== OURS) throw new Error('this QEMU is too old: its usb-redir lacks capabilities (0.7)');
    this.idSize = 8;
    if (this.ready) this.plug(this.ready);
  }

  whenReady(act) {
    if (this.isReady) act();
    else this.waiting.push(act);
  }

  transfer(kind, id, body) {
    if (kind === CONTROL) this.control(id, body);
    else if (kind === BULK) this.bulk(id, body);
    else if (kind === SET_CONFIGURATION) this.configure(id, body[0]);
    else if (kind === GET_CONFIGURATION) this.ask(request(0x80, 8, 0, 0, 1), (status, got) => this.send(CONFIGURATION, id, [status, got[0] ?? 0]));
    else if (kind === SET_ALTERNATE) {
      this.ask(request(0x01, 11, body[1], body[0], 0), (status) => this.send(ALTERNATE, id, [status, body[0], body[1]]));
    } else if (kind === GET_ALTERNATE) {
      this.ask(request(0x81, 10, 0, body[0], 1), (status, got) => this.send(ALTERNATE, id, [status, body[0], got[0] ?? 0]));
    }
  }

  ask(words, done, data = [], begins) {
    this.host.control(words, data, (got) => done(got === null ? STALLED : DONE, got ?? []), begins);
  }

  configure(id, number) {
    const begins = () => (this.host.expected.in2 = this.host.expected.out2 = 0);
    const done = (status) => {
      this.tellEndpoints();
      this.send(CONFIGURATION, id, [status, number]);
    };
    this.ask(request(0x00, 9, number, 0, 0), done, [], begins);
  }

  control(id, body) {
    const [endpoint, code, type] = body;
    const [value, index, length] = [4, 6, 8].map((at) => body.readUInt16LE(at));
    const done = (status, got) => {
      const answered = type & 0x80 ? got : [];
      const head = Buffer.from(body.subarray(0, 10));
      head[3] = status;
      head.writeUInt16LE(type & 0x80 ? answered.length : status === DONE ? length : 0, 8);
      this.send(CONTROL, id, [...head, ...answered]);
    };
    this.ask(request(type, code, value, index, length), done, [...body.subarray(10)]);
  }

  bulk(id, body) {
    const endpoint = body[0];
    const length = body.readUInt16LE(2) + (body.readUInt16LE(8) << 16);
    if (endpoint & 0x80) {
      this.reads.push({ id, wanted: length, bytes: [] });
      this.host.setReading(true);
    } else if (!length) this.answerBulk(id, endpoint, DONE, []);
    else {
      this.writes.push({ id, left: length, length });
      this.host.feed(body.subarray(10));
    }
  }

  cancel(id) {
    this.reads = this.reads.filter((read) => read.id !== id);
    this.writes = this.writes.filter((write) => write.id !== id);
    this.host.setReading(this.reads.length > 0);
    this.answerBulk(id, 0x82, CANCELLED, []);
  }

  answerBulk(id, endpoint, status, bytes, length = bytes.length) {
    this.send(BULK, id, [endpoint, status, length & 0xff, (length >> 8) & 0xff, 0, 0, 0, 0, length >> 16, 0, ...bytes]);
  }

  // What the board's own descriptor says of its interfaces and endpoints.
  tellEndpoints() {
    const { configuration } = this.host.descriptors;
    const ends = Buffer.alloc(3 * PLACES + 2 * PLACES);
    const faces = Buffer.alloc(4 + 4 * PLACES);
    ends.fill(NO_ENDPOINT, 0, PLACES);
    for (const place of [0, 16]) {
      ends[place] = 0;
      ends.writeUInt16LE(PACKET, 3 * PLACES + 2 * place);
    }
    let count = 0;
    let face = 0;
    for (let at = 0; at < configuration.length; at += configuration[at]) {
      const each = configuration.slice(at, at + configuration[at]);
      if (each[1] === 4) {
        face = each[2];
        [face, each[5], each[6], each[7]].forEach((value, n) => (faces[4 + n * PLACES + count] = value));
        count++;
      } else if (each[1] === 5) {
        const place = (each[2] & 0x0f) | ((each[2] & 0x80) >> 3);
        [ends[place], ends[PLACES + place], ends[2 * PLACES + place]] = [each[3] & 3, each[6], face];
        ends.writeUInt16LE(each[4] | (each[5] << 8), 3 * PLACES + 2 * place);
      }
    }
    faces.writeUInt32LE(count, 0);
    this.send(INTERFACES, 0, faces);
    this.send(ENDPOINTS, 0, ends);
  }
}
