import type { Message } from '../contract/message.ts'
import { fieldOf, sameFields, sameValue } from './same-value.ts'

/**
 * Returns how many UTF-16 units two texts have in common at their start; never splits a character of either. 0 if one
 * of them is not text.
 */
export function commonLength(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string') return 0
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return splitsPair(a, length) || splitsPair(b, length) ? length - 1 : length
}

/**
 * Returns the start of a message that it shares with another one: the first parts that are equal, and the common start
 * of the first text that differs. `undefined` if that is nothing. A text and a list of parts have nothing in common.
 */
export function commonMessage(message: Message, other: unknown): Message | undefined {
  if (!sameFields(message, other, ['role', 'providerOptions'])) return undefined
  const { content } = message
  const otherContent = fieldOf(other, 'content')
  if (typeof content === 'string') {
    const length = commonLength(content, otherContent)
    return length > 0 ? ({ ...message, content: content.slice(0, length) } as Message) : undefined
  }
  if (!Array.isArray(otherContent)) return undefined
  const parts: readonly unknown[] = content
  let equal = 0
  while (equal < parts.length && equal < otherContent.length && sameValue(parts[equal], otherContent[equal])) equal++
  const common = parts.slice(0, equal)
  const text = commonText(parts[equal], otherContent[equal])
  if (text) common.push({ type: 'text', text })
  return common.length > 0 ? ({ ...message, content: common } as Message) : undefined
}

/** Returns the common start of two text parts. */
function commonText(part: unknown, other: unknown): string {
  if (fieldOf(part, 'type') !== 'text' || !sameFields(part, other, ['type', 'providerOptions'])) return ''
  const text = fieldOf(part, 'text')
  return typeof text === 'string' ? text.slice(0, commonLength(text, fieldOf(other, 'text'))) : ''
}

function splitsPair(text: string, index: number): boolean {
  const [high, low] = [text.charCodeAt(index - 1), text.charCodeAt(index)]
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff
}
