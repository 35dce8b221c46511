/**
 * Returns a short key for a text: its length and 64 bits of two hashes of it, in the manner of MurmurHash3 (Austin
 * Appleby, 2011, public domain). Two texts collide by chance in one of 10 billion billion pairs. It is not secure
 * against deliberate collisions.
 */
export function contentKey(text: string): string {
  const hash = newHash()
  addText(hash, text)
  return keyOf(text.length, hash[0], hash[1])
}

/** The two halves of a hash of texts. */
type TextHash = [first: number, second: number]

/** A hash of several texts, for a key of each beginning of a list. */
export interface TextHasher {
  /** What it has become so far. */
  readonly state: readonly [first: number, second: number]
  add(text: string): void
  /** Returns the key of what was added so far, or of an earlier state. @param count The number of things that were added */
  key(count: number, state?: TextHasher['state']): string
}

/**
 * Creates a hash to which texts are added, as for `contentKey`.
 *
 * @example
 * const hash = createTextHasher()
 * for (const text of ['one', 'two']) hash.add(text)
 * const key = hash.key(2)
 */
export function createTextHasher(): TextHasher {
  const hash = newHash()
  return {
    state: hash,
    add: (text) => addText(hash, text),
    key: (count, [first, second] = hash) => keyOf(count, first, second),
  }
}

/** Returns the hash of no text, to which `addText` adds some. */
function newHash(): TextHash {
  return [0x9e3779b1, 0x85ebca6b]
}

/** Adds a text to a hash. */
function addText(hash: TextHash, text: string): void {
  let first = hash[0] | 0
  let second = hash[1] | 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    first = Math.imul(first ^ unit, 0xcc9e2d51)
    first = (first << 15) | (first >>> 17)
    second = Math.imul(second ^ unit, 0x1b873593)
    second = (second << 13) | (second >>> 19)
  }
  hash[0] = first
  hash[1] = second
}

/** Writes a hash and the number of what was added to it as text. */
function keyOf(count: number, first: number, second: number): string {
  return `${count.toString(36)}-${mixed(first)}${mixed(second)}`
}

/** Spreads each bit over all, so that the last characters of a text weigh as much as the first. */
function mixed(hash: number): string {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return ((bits ^ (bits >>> 16)) >>> 0).toString(36).padStart(7, '0')
}
