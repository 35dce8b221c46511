/** The first 32 bits of the fractional parts of the roots of the first primes: the SHA-2 constants. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const words = new Uint32Array(count)
  for (let found = 0, candidate = 2; found < count; candidate++) {
    if (!isPrime(candidate)) continue
    words[found++] = (root(candidate) % 1) * 2 ** 32
  }
  return words
}

function isPrime(candidate: number): boolean {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) return false
  return true
}

/**
 * Returns the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. The platform versions are asynchronous, but the
 * cache key is needed synchronously. Source: FIPS 180-4.
 */
export function sha256(text: string): string {
  const rounds = fractions(64, Math.cbrt)
  const hash = fractions(8, Math.sqrt)
  const bytes = padded(new TextEncoder().encode(text))
  const view = new DataView(bytes.buffer)
  const words = new Uint32Array(64)
  for (let start = 0; start < bytes.length; start += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(start + 4 * i)
    compress(hash, words, rounds)
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, '0')).join('')
}

/** The message, a 1 bit, zeros, and the length in bits, padded to a multiple of 64 bytes. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor((message.length * 8) / 2 ** 32))
  view.setUint32(bytes.length - 4, (message.length * 8) >>> 0)
  return bytes
}

function compress(hash: Uint32Array, words: Uint32Array, rounds: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const a = at(words, i - 15)
    const b = at(words, i - 2)
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    words[i] = at(words, i - 16) + s0 + at(words, i - 7) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + at(rounds, i) + at(words, i)) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = at(hash, i) + word
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
