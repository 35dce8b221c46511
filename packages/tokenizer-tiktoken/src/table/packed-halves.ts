/** An id in a file has 18 bits, and this one says that a token has no halves. */
const none = 0x3ffff

/**
 * Packs the halves of tokens into 5 bytes each instead of 8: the low 16 bits of all first halves, those of all second halves,
 * then a byte each with the two high bits of both.
 */
export function packHalves(halves: Int32Array): Uint8Array {
  const count = halves.length / 2
  const packed = new Uint8Array(5 * count)
  const low = new Uint16Array(packed.buffer, 0, 2 * count)
  for (let id = 0; id < count; id++) {
    const left = (halves[2 * id] as number) & none
    const right = (halves[2 * id + 1] as number) & none
    low[id] = left
    low[count + id] = right
    packed[4 * count + id] = (left >>> 16) | ((right >>> 16) << 2)
  }
  return packed
}

/**
 * Reads what `packHalves` has written, and computes the start of each token's bytes: a token is as long as its halves are
 * together, which have lower ids. `packed` starts at an even byte of its buffer.
 */
export function unpackHalves(packed: Uint8Array, byteIds: Int32Array): { halves: Int32Array; starts: Int32Array } {
  const count = packed.length / 5
  const low = new Uint16Array(packed.buffer, packed.byteOffset, 2 * count)
  const halves = new Int32Array(2 * count)
  const starts = new Int32Array(count + 1)
  const isByte = new Uint8Array(count)
  for (const id of byteIds) isByte[id] = 1
  let end = 0
  // One loop for both, since it is run once, before it is compiled.
  for (let id = 0; id < count; id++) {
    const high = packed[4 * count + id] as number
    const left = (low[id] as number) | ((high & 3) << 16)
    const right = (low[count + id] as number) | ((high & 12) << 14)
    const isMerged = left !== none
    halves[2 * id] = isMerged ? left : -1
    halves[2 * id + 1] = isMerged ? right : -1
    end += isMerged
      ? (starts[left + 1] as number) -
        (starts[left] as number) +
        (starts[right + 1] as number) -
        (starts[right] as number)
      : (isByte[id] as number)
    starts[id + 1] = end
  }
  return { halves, starts }
}
