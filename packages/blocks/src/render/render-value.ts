import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'

/** A value as people write it: texts without quotes, lists in brackets, objects in braces. */
export function oneValue(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(oneValue).join(', ')}]`
  if (!isObject(value)) return String(value)
  const pairs = Object.entries(value).map(([key, one]) => `${key}: ${oneValue(one as JsonValue)}`)
  return `{${pairs.join(', ')}}`
}

/** A text whose lines after the first are indented. Whatever some reader takes for a line break is one: all but the tab. */
export function indented(text: string): string {
  return text.replace(/\r\n|[^\P{Cc}\t]|[\p{Zl}\p{Zp}]/gu, '\n  ')
}
