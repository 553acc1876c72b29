const FIRST_CAPACITY = 4096;
const KEPT_CAPACITY = 65_536;

/** Bytes that wait: added at the end, dropped from the front. Grows by doubling and shrinks after a large piece. */
export class LineBuffer {
  bytes: Uint8Array<ArrayBuffer> = new Uint8Array(FIRST_CAPACITY);
  length = 0;

  append(piece: Uint8Array): void {
    const needed = this.length + piece.length;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
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
