import type { Embedder } from '@lamella/store'

const dimensions = 64

/** Pseudorandom numbers, the same for the same seed. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619)
  return hash
}

/** A unique direction for each text. */
export function direction(text: string, size: number = dimensions): Float32Array {
  const next = numbers(hashOf(text))
  const gauss = (): number => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next())
  return Float32Array.from({ length: size }, gauss)
}

function sum(vectors: readonly Float32Array[], size: number): Float32Array {
  return vectors.reduce(
    (total, vector) => total.map((value, i) => value + (vector[i] as number)),
    new Float32Array(size),
  )
}

/** An embedder that calls a function for each text, and counts its calls. */
export function embedderOf(
  name: string,
  embedOne: (text: string) => Float32Array,
  more: Partial<Embedder> = {},
): Embedder & { readonly calls: string[][] } {
  const calls: string[][] = []
  return {
    name,
    dimensions,
    ...more,
    calls,
    embed: async (texts) => {
      calls.push([...texts])
      return texts.map(embedOne)
    },
  }
}

/** Synonyms. */
const synonyms: Readonly<Record<string, string>> = {
  automobile: 'car',
  vehicle: 'car',
  physician: 'doctor',
  infant: 'baby',
}

/** Knows a little meaning: a text is the sum of the directions of its words, and synonyms share one direction. */
export function meaning(): Embedder & { readonly calls: string[][] } {
  const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['?']
  return embedderOf('meaning', (text) =>
    sum(
      wordsOf(text).map((word) => direction(synonyms[word] ?? word)),
      dimensions,
    ),
  )
}

/** Knows no meaning: a random direction for each text. */
export function nonsense(): Embedder {
  return embedderOf('nonsense', (text) => direction(`nonsense ${text}`))
}
