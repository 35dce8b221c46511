import { cardNumbersIn } from '../digest/card-number.ts'
import { labelBefore } from '../digest/label-before.ts'
import { isLikelySecret } from '../digest/likely-secret.ts'
import { scanValues } from '../digest/scan-values.ts'
import { withoutEnd } from '../plain-text.ts'

/** Returns whether a value is left out of a summary. */
export type Omit = (value: string, label: string) => boolean

/** Replaces a value that is left out. */
const leftOut = '[left out]'

/** A secret that is a word, and not yet left out: "my password is swordfish"; or what a header has after its scheme. */
const told =
  /(?<!\p{L})((?:password|passwd|passphrase|secret|api[ _-]?key|access[ _-]?token|pin)["']?(?: is|:| ?=) ?["']?|authorization["']?: ?["']?(?:basic|bearer|digest|negotiate|token) )(?!\[left out\])([^\s"']{1,200})/giu

/** Characters without a space that people write as one: longer than what is scanned, or with signs that separate values. */
const words = /[\w.~:/?#@!$&*+=%-]{11,}/g
/** What ends a sentence after a word. */
const isEnd = (sign: string): boolean => '.:!?'.includes(sign)

/** Replaces the values of a sentence that are left out. What is replaced already stays as it is. */
export function withoutSecrets(sentence: string, omit: Omit): string {
  let text = sentence
  const found = secretsIn(sentence, omit).map(({ value }) => value)
  for (const { value, start } of scanValues(sentence)) if (omit(value, labelBefore(sentence, start))) found.push(value)
  // The longest first: one may be a part of another.
  for (const value of found.sort((a, b) => b.length - a.length)) text = text.replaceAll(value, () => leftOut)
  if (omit !== isLikelySecret) return text
  return text.replace(told, (_, before: string) => `${before.trimEnd()} ${leftOut}`)
}

/** A part of a text that is left out. */
interface Secret {
  readonly value: string
  readonly start: number
}

/** Returns what is left out of a text as people write it: numbers in groups, and words in which values are found. */
function secretsIn(text: string, omit: Omit): readonly Secret[] {
  const found = cardNumbersIn(text).filter(({ value, start }) => omit(value, labelBefore(text, start)))
  for (const { 0: word, index } of text.matchAll(words)) {
    const value = withoutEnd(word, isEnd)
    if (/[\d_.@-]/.test(value) && omit(value, '')) found.push({ value, start: index })
  }
  return found
}

/** Creates what tells whether a value in a text is a part of what is left out of it. */
export function partsOfSecrets(omit: Omit): (value: { readonly text?: string; readonly start?: number }) => boolean {
  const known = new Map<string, readonly Secret[]>()
  return ({ text = '', start = 0 }) => {
    const secrets = known.get(text) ?? secretsIn(text, omit)
    known.set(text, secrets)
    return secrets.some((one) => start >= one.start && start < one.start + one.value.length)
  }
}
