/** Whole numbers from 0, in as few bytes as the largest needs. */
export type Codes = Uint8Array | Uint16Array | Int32Array

/**
 * Returns codes with room for `length` values up to `largest`: the same array if it has that room, or else a larger or
 * wider one.
 */
export function roomFor(codes: Codes, length: number, largest: number): Codes {
  const bytesEach = Math.max(codes.BYTES_PER_ELEMENT, largest < 2 ** 8 ? 1 : largest < 2 ** 16 ? 2 : 4)
  if (length <= codes.length && bytesEach === codes.BYTES_PER_ELEMENT) return codes
  const size = length <= codes.length ? codes.length : grown(codes.length, length)
  const larger = bytesEach === 1 ? new Uint8Array(size) : bytesEach === 2 ? new Uint16Array(size) : new Int32Array(size)
  larger.set(codes)
  return larger
}

/**
 * Returns the next size for a full array. It grows by a fraction, so that copying takes constant time per element;
 * large arrays grow by a smaller fraction, to waste less memory.
 */
export function grown(length: number, needed: number): number {
  return Math.max(16, needed, Math.ceil(length * (length < 100_000 ? 1.5 : 1.25)))
}
