import { wordsOf } from '../digest/words.ts'
import { valuesNamedBy, valuesOf } from './names-value.ts'

/** How many of the words of a sentence a text has to have to say it. */
const enough = 0.5

/** Returns whether a text says a sentence: all its values, and half of its words, in any language. */
export function says(text: string): (sentence: string) => boolean {
  const names = valuesNamedBy(text)
  const words = new Set(wordsOf(text))
  return (sentence) => sharedWords(wordsOf(sentence), words) >= enough && valuesOf(sentence).every(names)
}

/** Returns how many of some words are among others, 0 to 1. */
export function sharedWords(words: readonly string[], others: ReadonlySet<string>): number {
  const own = new Set(words)
  let shared = 0
  for (const one of own) if (others.has(one)) shared++
  return shared / Math.max(1, own.size)
}
