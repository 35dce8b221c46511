import { labelBefore } from '../digest/label-before.ts'
import { isLikelySecret } from '../digest/likely-secret.ts'
import { scanValues } from '../digest/scan-values.ts'

/** Returns whether a value is left out of a summary. */
export type Omit = (value: string, label: string) => boolean

/** What stands in the place of a value that is left out. */
const leftOut = '[left out]'

/** A secret that is a word, and not yet left out: "my password is swordfish". */
const told =
  /\b((?:password|passwd|passphrase|secret|api[ _-]?key|access[ _-]?token|pin)(?: is|:| =)) ?(?!\[left out\])(\S{1,200})/giu

/** Replaces the values of a sentence that are left out. What is replaced already stays as it is. */
export function withoutSecrets(sentence: string, omit: Omit): string {
  let text = sentence
  for (const { value, start } of scanValues(sentence)) {
    if (omit(value, labelBefore(sentence, start))) text = text.replaceAll(value, () => leftOut)
  }
  if (omit !== isLikelySecret) return text
  return text.replace(told, (_, before: string) => `${before} ${leftOut}`)
}
