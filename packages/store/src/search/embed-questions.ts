import type { Embedder } from '../contract/search.ts'
import { createEmbed, type EmbedderFailed } from './embed.ts'
import type { TextVectors, VectorItem } from './vectors.ts'

interface Asked {
  readonly text: string
  readonly signal: AbortSignal | undefined
  readonly vector: Promise<Float32Array>
}

/**
 * Returns the function that embeds queries. It caches the vector of the last one: a search of several kinds requests it several
 * times.
 *
 * @param failed Creates the error `EMBEDDER_FAILED`.
 */
export function embedQuestions(embedder: Embedder, failed: EmbedderFailed): TextVectors<VectorItem>['ofQuestion'] {
  const { one } = createEmbed(embedder, failed)
  let last: Asked | undefined
  return (text, signal) => {
    // Another signal could have aborted it for another caller.
    if (last?.text === text && last.signal === signal) return last.vector
    const asked = { text, signal, vector: one(text, signal) }
    last = asked
    // Failed requests are retried the next time.
    asked.vector.catch(() => {
      if (last === asked) last = undefined
    })
    return asked.vector
  }
}
