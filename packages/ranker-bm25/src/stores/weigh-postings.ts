import { presence } from './bytes.ts'
import type { StoreConversation } from './store-conversation.ts'

/** The postings of a term in one chunk, weighted. */
export interface WeighedPostings {
  readonly places: Uint16Array
  /** By posting: how often the text itself has the term, at most 65,535. */
  readonly said: Uint16Array
  /** The postings with more than that: their indexes in `places`. */
  readonly known: Uint16Array
  /** By item of `known`: how often that item of the metadata has the term, weighted, in millionths. */
  readonly around: Float64Array
  /** By item of `known`: how often the questions in the text have the term. */
  readonly asked: Uint16Array
  /** By posting: the even parts of a long text that have the term, as bits (parts.ts). Empty if there are none. */
  readonly bits: Uint32Array
}

/** Frequencies are counted in millionths, as whole numbers: their sums do not depend on the order. */
export const unit = 1e6

const most = 65_535
const room = 65_536
let scratch: WeighedPostings | undefined

/**
 * Reads the postings of a term (`addPostings`), and weighs the parts of the texts.
 *
 * @param before The postings that precede these: the result has both.
 */
export function weighPostings(
  bytes: Uint8Array,
  { speaker, date }: StoreConversation,
  before?: WeighedPostings,
): WeighedPostings {
  scratch ??= {
    places: new Uint16Array(room),
    said: new Uint16Array(room),
    known: new Uint16Array(room),
    around: new Float64Array(room),
    asked: new Uint16Array(room),
    bits: new Uint32Array(room),
  }
  const { places, said, known, around, asked, bits } = scratch
  let [at, count, more, hasBits] = [0, 0, 0, false]
  // Written out: most postings are two or three bytes, and a query reads tens of thousands.
  const next = (): number => {
    let byte = bytes[at++] as number
    if (byte < 128) return byte
    let value = byte & 127
    for (let factor = 128; byte > 127 && at < bytes.length; factor *= 128) {
      byte = bytes[at++] as number
      value += (byte & 127) * factor
    }
    return value
  }
  while (at < bytes.length && count < room) {
    places[count] = next()
    const first = at < bytes.length ? next() : 0
    const present = first % presence
    said[count] = Math.min((first - present) / presence, most)
    bits[count] = 0
    if (present !== 0) {
      const questions = present & 1 ? next() : 0
      const names = present & 2 ? next() : 0
      const dates = present & 4 ? next() : 0
      const labels = present & 8 ? next() : 0
      if (present & 15) {
        known[more] = count
        asked[more] = Math.min(questions, most)
        around[more++] = Math.round(unit * (speaker * names + date * dates + labels))
      }
      if (present & 16) {
        bits[count] = next()
        hasBits = true
      }
    }
    count++
  }
  const read = {
    places: places.slice(0, count),
    said: said.slice(0, count),
    known: known.slice(0, more),
    around: around.slice(0, more),
    asked: asked.slice(0, more),
    bits: bits.slice(0, hasBits ? count : 0),
  }
  return before === undefined ? read : joinPostings(before, read)
}

function joinPostings(first: WeighedPostings, later: WeighedPostings): WeighedPostings {
  const join = <List extends Uint16Array | Uint32Array | Float64Array>(a: List, b: List, into: List): List => {
    into.set(a)
    into.set(b, a.length)
    return into
  }
  const [size, more] = [first.places.length, first.known.length]
  const known = later.known.map((index) => index + size)
  return {
    places: join(first.places, later.places, new Uint16Array(size + later.places.length)),
    said: join(first.said, later.said, new Uint16Array(size + later.said.length)),
    known: join(first.known, known, new Uint16Array(more + known.length)),
    around: join(first.around, later.around, new Float64Array(more + known.length)),
    asked: join(first.asked, later.asked, new Uint16Array(more + known.length)),
    bits: joinBits(first, later),
  }
}

function joinBits(first: WeighedPostings, later: WeighedPostings): Uint32Array {
  if (first.bits.length === 0 && later.bits.length === 0) return first.bits
  const bits = new Uint32Array(first.places.length + later.places.length)
  bits.set(first.bits)
  bits.set(later.bits, first.places.length)
  return bits
}
