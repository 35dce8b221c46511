/** Base lengths and distances with their extra bits. Source: RFC 1951, 3.2.5. */
const lengths = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]
const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
const distances = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
]
const distanceBits = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13]
const codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** A Huffman code: how many codes each length has, and the symbols in the order of their codes. */
interface Code {
  readonly counts: Uint16Array
  readonly symbols: Uint16Array
}

/**
 * Decompresses a zlib stream (RFC 1950, 1951), up to `most` bytes. `undefined` if it is damaged. Written here because browsers
 * decompress only asynchronously, and counting is synchronous.
 */
export function inflate(data: Uint8Array, most: number): Uint8Array | undefined {
  let position = 2
  let bitBuffer = 0
  let bitCount = 0
  let out = new Uint8Array(Math.min(most, 4 * data.length + 1_024))
  let size = 0
  const bits = (count: number): number => {
    while (bitCount < count) {
      if (position >= data.length) throw damaged
      bitBuffer |= (data[position++] ?? 0) << bitCount
      bitCount += 8
    }
    const value = bitBuffer & ((1 << count) - 1)
    bitBuffer >>>= count
    bitCount -= count
    return value
  }
  const symbol = ({ counts, symbols }: Code): number => {
    let [code, first, index] = [0, 0, 0]
    for (let length = 1; length <= 15; length++) {
      code |= bits(1)
      const count = counts[length] ?? 0
      if (code - count < first) return symbols[index + code - first] ?? 0
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw damaged
  }
  const write = (byte: number): void => {
    if (size === most) throw full
    if (size === out.length) {
      const larger = new Uint8Array(Math.min(most, 2 * out.length))
      larger.set(out)
      out = larger
    }
    out[size++] = byte
  }
  const stored = (): void => {
    bitBuffer = 0
    bitCount = 0
    const length = (data[position] ?? 0) | ((data[position + 1] ?? 0) << 8)
    position += 4
    for (let left = length; left > 0; left--) {
      if (position >= data.length) throw damaged
      write(data[position++] ?? 0)
    }
  }
  const compressed = (literals: Code, far: Code): void => {
    for (;;) {
      const value = symbol(literals)
      if (value === 256) return
      if (value < 256) {
        write(value)
        continue
      }
      const length = (lengths[value - 257] ?? 0) + bits(lengthBits[value - 257] ?? 0)
      const code = symbol(far)
      const distance = (distances[code] ?? 0) + bits(distanceBits[code] ?? 0)
      if (distance > size || distance === 0) throw damaged
      for (let left = length; left > 0; left--) write(out[size - distance] ?? 0)
    }
  }
  const dynamic = (): void => {
    const [literals, far, codes] = [bits(5) + 257, bits(5) + 1, bits(4) + 4]
    const sizes = new Uint8Array(19)
    for (let index = 0; index < codes; index++) sizes[codeOrder[index] ?? 0] = bits(3)
    const code = codeOf(sizes)
    const all = new Uint8Array(literals + far)
    for (let index = 0; index < all.length; ) {
      const value = symbol(code)
      if (value < 16) all[index++] = value
      else {
        const repeated = value === 16 ? (all[index - 1] ?? 0) : 0
        const times = value === 16 ? 3 + bits(2) : value === 17 ? 3 + bits(3) : 11 + bits(7)
        all.fill(repeated, index, index + times)
        index += times
      }
    }
    compressed(codeOf(all.subarray(0, literals)), codeOf(all.subarray(literals)))
  }
  try {
    for (let last = 0; last === 0; ) {
      last = bits(1)
      const type = bits(2)
      if (type === 0) stored()
      else if (type === 1) compressed(fixedLiterals(), codeOf(new Uint8Array(30).fill(5)))
      else if (type === 2) dynamic()
      else throw damaged
    }
  } catch (error) {
    if (error === damaged) return undefined
    if (error !== full) throw error
  }
  return out.subarray(0, size)
}

const damaged = new Error('damaged')
const full = new Error('full')

function fixedLiterals(): Code {
  return codeOf(new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280))
}

function codeOf(sizes: Uint8Array): Code {
  const counts = new Uint16Array(16)
  for (const size of sizes) counts[size] = (counts[size] ?? 0) + 1
  counts[0] = 0
  const offsets = new Uint16Array(16)
  for (let length = 1; length < 15; length++) offsets[length + 1] = (offsets[length] ?? 0) + (counts[length] ?? 0)
  const symbols = new Uint16Array(sizes.length)
  for (const [value, size] of sizes.entries()) {
    if (size === 0) continue
    symbols[offsets[size] ?? 0] = value
    offsets[size] = (offsets[size] ?? 0) + 1
  }
  return { counts, symbols }
}
