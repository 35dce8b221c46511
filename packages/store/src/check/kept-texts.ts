import type { Message } from '@lamella/core'
import { messageTexts } from './check.ts'
import { checkRunChange } from './check-run-change.ts'

/** Whether a store that got this message, as JSON, would keep exactly this text. Otherwise the text is damaged. */
export function isMessageText(text: string): boolean {
  return isText(text, (message) => messageTexts([message as Message])[0])
}

/** Whether a store that got this state of a run, as JSON, would keep exactly this text. Otherwise the text is damaged. */
export function isRunText(text: string): boolean {
  return isText(text, (run) => checkRunChange(run as object, 0).text)
}

/** Whether a text is what `JSON.stringify` returned for some value. Otherwise the text is damaged. */
export function isJsonText(text: string): boolean {
  return isText(text, JSON.stringify)
}

function isText(text: string, textOf: (value: unknown) => string | undefined): boolean {
  try {
    return textOf(JSON.parse(text)) === text
  } catch {
    return false
  }
}
