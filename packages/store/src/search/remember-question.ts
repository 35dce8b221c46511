import type { Embed } from './embed.ts'

interface Asked {
  readonly text: string
  readonly signal: AbortSignal | undefined
  readonly vector: Promise<Float32Array>
}

/** Caches the vector of the last query: a search of several kinds requests it several times. */
export function rememberQuestion(one: Embed['one']): Embed['one'] {
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
