/** Whole numbers from 0 in as few bytes as the largest of them needs. */
export type Codes = Uint8Array | Uint16Array | Int32Array

/** The codes with room for `length` of them of up to `largest`: the same array if it has that, else a larger or wider one. */
export function roomFor(codes: Codes, length: number, largest: number): Codes {
  const bytesEach = Math.max(codes.BYTES_PER_ELEMENT, largest < 2 ** 8 ? 1 : largest < 2 ** 16 ? 2 : 4)
  if (length <= codes.length && bytesEach === codes.BYTES_PER_ELEMENT) return codes
  const size = length <= codes.length ? codes.length : grown(codes.length, length)
  const larger = bytesEach === 1 ? new Uint8Array(size) : bytesEach === 2 ? new Uint16Array(size) : new Int32Array(size)
  larger.set(codes)
  return larger
}

/**
 * The next size of an array that has become too small: larger by a share, so that copying costs a constant an element,
 * and by a smaller one where much room would be left unused.
 */
export function grown(length: number, needed: number): number {
  return Math.max(16, needed, Math.ceil(length * (length < 100_000 ? 1.5 : 1.25)))
}
