const NOTHING = new Uint8Array(0);
const FIRST_CAPACITY = 4096;
const KEPT_CAPACITY = 65_536;

/** Bytes that wait: added at the end, dropped from the front. Takes no room before the first, grows by doubling, shrinks after a large piece. */
export class LineBuffer {
  bytes: Uint8Array<ArrayBuffer> = NOTHING;
  length = 0;

  append(piece: Uint8Array): void {
    const needed = this.length + piece.length;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2, FIRST_CAPACITY));
      larger.set(this.bytes.subarray(0, this.length));
      this.bytes = larger;
    }
    this.bytes.set(piece, this.length);
    this.length = needed;
  }

  dropFront(count: number): void {
    const left = this.bytes.subarray(count, this.length);
    if (this.bytes.length > KEPT_CAPACITY && left.length < FIRST_CAPACITY) {
      const smaller = new Uint8Array(FIRST_CAPACITY);
      smaller.set(left);
      this.bytes = smaller;
    } else {
      this.bytes.copyWithin(0, count, this.length);
    }
    this.length -= count;
  }
}
