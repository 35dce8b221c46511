import { throwIfAborted, withDeadline, withoutData } from '@lamella/core/plugin'
import type { Embedder } from '../contract/search.ts'
import { unitVector } from './unit-vector.ts'

/** A text without a vector. */
export interface Waiting {
  readonly id: number
  readonly text: string
}

/** The result of an attempt to get vectors for several texts. */
interface EmbedOutcome {
  /** Texts that still have no vector. */
  readonly left: number
  /** The last error. */
  readonly error: unknown
}

/** Gets vectors for texts from the user's embedder. */
export interface Embed {
  /** @throws LamellaError `EMBEDDER_FAILED`, and what the signal says */
  one(text: string, signal: AbortSignal | undefined): Promise<Float32Array>
  /** Passes each batch to `keep` when it arrives. Throws only errors of `keep` or the signal. */
  all(
    waiting: readonly Waiting[],
    keep: (texts: readonly Waiting[], vectors: readonly Float32Array[]) => Promise<void>,
    signal: AbortSignal | undefined,
  ): Promise<EmbedOutcome>
}

/** Creates the error `EMBEDDER_FAILED` of a database's package. */
export type EmbedderFailed = (
  what: string,
  fix: string,
  details: { readonly embedder: string },
  cause: unknown,
) => Error

/** The default of `Embedder.timeout`. */
const defaultTimeout = 10_000

/** Returns a function that embeds texts in batches. It splits a batch that fails, so that one bad text does not block the others. */
export function createEmbed(embedder: Embedder, failed: EmbedderFailed): Embed {
  const batch = Math.max(1, Math.floor(embedder.batch ?? 64))
  // Batches shrink to a quarter each time, down to a single text. If eight single texts fail, the texts are not the
  // cause.
  const enough = 8 + Math.ceil(Math.log(batch) / Math.log(4))

  const deadline = embedder.timeout ?? defaultTimeout
  let isLate = false
  const timedOut = (milliseconds: number): Error => {
    isLate = true
    return new Error(`it took longer than ${milliseconds} ms`)
  }

  const ask = async (texts: readonly string[], signal: AbortSignal | undefined): Promise<readonly Float32Array[]> => {
    let given: unknown
    try {
      throwIfAborted(signal, 'The search')
      isLate = false
      const options = { what: 'The search', signal, deadline, timedOut }
      // Data has no meaning, and would take the place of the words that an embedder reads.
      const words = texts.map((text) => withoutData(text))
      given = await withDeadline((own) => embedder.embed(words, own), options)
    } catch (error) {
      throwIfAborted(signal, 'The search')
      throw failure(embedder, failed, error instanceof Error ? error.message : String(error), error)
    }
    return vectorsOf(embedder, given, texts.length, failed)
  }
  return {
    one: async (text, signal) => (await ask([text], signal))[0] as Float32Array,
    all: async (waiting, keep, signal) => {
      let error: unknown
      let [left, size, failures] = [0, batch, 0]
      for (let from = 0; from < waiting.length; ) {
        const texts = waiting.slice(from, from + size)
        let vectors: readonly Float32Array[] | undefined
        try {
          vectors = await ask(
            texts.map(({ text }) => text),
            signal,
          )
        } catch (thrown) {
          throwIfAborted(signal, 'The search')
          error = thrown
        }
        if (vectors) {
          await keep(texts, vectors)
          from += texts.length
          size = Math.min(batch, 4 * size)
          failures = 0
        } else if (++failures === enough || isLate) {
          // An embedder that does not answer would make the caller wait once more for each part.
          return { left: left + waiting.length - from, error }
        } else if (texts.length > 1) {
          // One bad text must not delay all others.
          size = Math.ceil(texts.length / 4)
        } else {
          left++
          from++
        }
      }
      return { left, error }
    },
  }
}

function vectorsOf(embedder: Embedder, given: unknown, count: number, failed: EmbedderFailed): readonly Float32Array[] {
  const wrong = (what: string): Error => failure(embedder, failed, what)
  if (!Array.isArray(given) || given.length !== count) {
    throw wrong(`it returned ${Array.isArray(given) ? given.length : 'no list of'} vectors for ${count} texts`)
  }
  return given.map((vector: unknown) => {
    const numbers = vector instanceof Float32Array || Array.isArray(vector) ? (vector as ArrayLike<number>) : []
    if (numbers.length !== embedder.dimensions) {
      throw wrong(`it returned a vector of ${numbers.length} numbers instead of ${embedder.dimensions}`)
    }
    const unit = unitVector(numbers)
    if (!unit.every(Number.isFinite)) throw wrong('it returned a vector with values other than numbers')
    return unit
  })
}

function failure({ name }: Embedder, failed: EmbedderFailed, what: string, cause?: unknown): Error {
  return failed(
    `The embedder "${name}" failed: ${what.replace(/\.$/, '')}.`,
    'See the cause. Nothing is lost: texts without a vector are found by their words, and retried on the next search.',
    { embedder: name },
    cause,
  )
}
