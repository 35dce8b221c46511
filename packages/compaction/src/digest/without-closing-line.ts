import type { ProviderOptions } from '@lamella/core'
import { asideMark } from '@lamella/store'

/**
 * Returns a result without the line with which the head of a content ends: what it says is of the head, and its handle is that of
 * the message, too. The mark beside the text says that it is a head; a tool's text cannot.
 */
export function withoutClosingLine(text: string, options: ProviderOptions | undefined): string {
  const start = options?.[asideMark] === undefined ? -1 : text.lastIndexOf('\n[')
  return start < 0 ? text : text.slice(0, start)
}
