import { CYRILLIC, RARE } from './classes.ts'
import { type Feature, indexOf } from './features.ts'

/** The scripts of the kinds of characters from `CYRILLIC` on, in their order. */
const scripts = [
  'cyrillic cyrillic cyrillic greek hebrew arabic devanagari indic thai han han hiragana katakana hangul caucasian',
  'letters indicFar numerals rare',
].flatMap((row) => row.split(' ') as Feature[])

/**
 * The index in the vector of a script's two numbers: its runs and their characters. Zero for kinds of characters that
 * are not a script of their own.
 */
export const scriptFeatures: Uint8Array = Uint8Array.from({ length: RARE + 1 }, (_, kind) =>
  kind < CYRILLIC ? 0 : indexOf[scripts[kind - CYRILLIC] as Feature],
)
