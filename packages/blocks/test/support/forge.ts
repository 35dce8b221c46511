/** Gives damaged bytes of the CRDT library a valid checksum, as an attacker would. */
export function forge(bytes: Uint8Array): Uint8Array {
  const forged = bytes.slice()
  // 4 magic bytes, 12 zero bytes, then the little-endian checksum of the rest.
  new DataView(forged.buffer).setUint32(16, xxHash32(forged.subarray(20), 0x4f_52_4f_4c), true)
  return forged
}

const primes = [2654435761, 2246822519, 3266489917, 668265263, 374761393] as const

/** xxHash32, from its specification. */
function xxHash32(data: Uint8Array, seed: number): number {
  const [p1, p2, p3, p4, p5] = primes
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by))
  const lanes = [seed + p1 + p2, seed + p2, seed, seed - p1].map((lane) => lane | 0)
  let at = 0
  for (; at + 16 <= data.length; at += 16) {
    for (const [lane, value] of lanes.entries()) {
      lanes[lane] = Math.imul(rotate((value + Math.imul(view.getInt32(at + lane * 4, true), p2)) | 0, 13), p1)
    }
  }
  const joined = lanes.reduce((sum, lane, index) => (sum + rotate(lane, [1, 7, 12, 18][index] ?? 0)) | 0, 0)
  let hash = ((data.length < 16 ? seed + p5 : joined) + data.length) | 0
  for (; at + 4 <= data.length; at += 4) {
    hash = Math.imul(rotate((hash + Math.imul(view.getInt32(at, true), p3)) | 0, 17), p4)
  }
  for (; at < data.length; at++) hash = Math.imul(rotate((hash + Math.imul(data[at] ?? 0, p5)) | 0, 11), p1)
  hash = Math.imul(hash ^ (hash >>> 15), p2)
  hash = Math.imul(hash ^ (hash >>> 13), p3)
  return (hash ^ (hash >>> 16)) >>> 0
}
