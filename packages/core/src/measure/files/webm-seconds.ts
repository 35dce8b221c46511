import type { Numbers } from '../numbers.ts'

const [segment, info, scale, duration] = [0x18538067, 0x1549a966, 0x2ad7b1, 0x4489]

/** The most elements that are looked at: `Info` stands before the clusters. */
const mostElements = 1_000

/**
 * Returns the length of a WebM or Matroska file, if its header says: what a browser has recorded often does not.
 *
 * Source: RFC 9559 (Matroska), 5.1.2; RFC 8794 (EBML), 4 and 5.
 */
export function webmSeconds({ at, big }: Numbers, length: number): number | undefined {
  let nanoseconds = 1_000_000
  let ticks: number | undefined
  for (let position = 0, count = 0; position < length && count < mostElements; count++) {
    const idBytes = Math.clz32(at(position)) - 23
    const sizeBytes = Math.clz32(at(position + idBytes)) - 23
    if (idBytes > 4 || sizeBytes > 8) break
    const id = big(position, idBytes)
    const data = position + idBytes + sizeBytes
    const size = big(position + idBytes, sizeBytes) - 2 ** (7 * sizeBytes)
    if (id === scale) nanoseconds = big(data, size)
    if (id === duration) ticks = float(big, data, size)
    // Both are containers: their elements follow.
    position = id === segment || id === info ? data : data + size
    if (Number.isNaN(position)) break
  }
  return ticks === undefined ? undefined : (ticks * nanoseconds) / 1e9
}

function float(big: Numbers['big'], position: number, bytes: number): number | undefined {
  const view = new DataView(new ArrayBuffer(8))
  if (bytes !== 4 && bytes !== 8) return undefined
  for (let index = 0; index < bytes; index++) view.setUint8(index, big(position + index, 1))
  return bytes === 4 ? view.getFloat32(0) : view.getFloat64(0)
}
