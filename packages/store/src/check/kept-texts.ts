import type { Message } from '@lamella/core'
import { messageTexts } from './check.ts'
import { checkRunChange } from './check-run-change.ts'

const textsOf = {
  message: (value: unknown) => messageTexts([value as Message])[0],
  run: (value: unknown) => checkRunChange(value as object, 0).text,
  json: (value: unknown) => JSON.stringify(value),
} satisfies Record<string, (value: unknown) => string | undefined>

/**
 * Returns whether a store that got this message or this state of a run, as JSON, would keep exactly this text. Otherwise the text
 * is damaged. For `json`, whether it is what `JSON.stringify` returned for some value.
 *
 * @example
 * isKeptText('message', row.json)
 */
export function isKeptText(kind: keyof typeof textsOf, text: string): boolean {
  try {
    return textsOf[kind](JSON.parse(text)) === text
  } catch {
    return false
  }
}
