import type { Embed } from './embed.ts'

interface Asked {
  readonly text: string
  readonly signal: AbortSignal | undefined
  readonly vector: Promise<Float32Array>
}

/** Asks for the vector of the last question once only: a search of several kinds of things asks for it several times. */
export function rememberQuestion(one: Embed['one']): Embed['one'] {
  let last: Asked | undefined
  return (text, signal) => {
    // Of another signal it could have been aborted by somebody else.
    if (last?.text === text && last.signal === signal) return last.vector
    const asked = { text, signal, vector: one(text, signal) }
    last = asked
    // What failed is asked again the next time.
    asked.vector.catch(() => {
      if (last === asked) last = undefined
    })
    return asked.vector
  }
}
