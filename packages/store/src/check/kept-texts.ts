import type { Message } from '@lamella/core'
import { messageTexts } from './check.ts'
import { checkRunChange } from './check-run-change.ts'

/** What a store keeps as text. */
type Kind = 'message' | 'run' | 'json'

const textsOf: Readonly<Record<Kind, (value: unknown) => string | undefined>> = {
  message: (value) => messageTexts([value as Message])[0],
  run: (value) => checkRunChange(value as object, 0).text,
  json: (value) => JSON.stringify(value),
}

/**
 * Returns whether a store that got this message or this state of a run, as JSON, would keep exactly this text. Otherwise the text
 * is damaged. For `json`, whether it is what `JSON.stringify` returned for some value.
 *
 * @example
 * isKeptText('message', row.json)
 */
export function isKeptText(kind: Kind, text: string): boolean {
  try {
    return textsOf[kind](JSON.parse(text)) === text
  } catch {
    return false
  }
}
