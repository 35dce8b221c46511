import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'

/** Renders a value on one line: texts without quotes, lists in brackets, objects in braces. */
export function oneValue(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(oneValue).join(', ')}]`
  if (!isObject(value)) return String(value)
  const pairs = Object.entries(value).map(([key, one]) => `${key}: ${oneValue(one as JsonValue)}`)
  return `{${pairs.join(', ')}}`
}

/**
 * Indents the lines after the first. Every control character except the tab counts as a line break, because some
 * readers treat it as one.
 */
export function indented(text: string): string {
  return text.replace(/\r\n|[^\P{Cc}\t]|[\p{Zl}\p{Zp}]/gu, '\n  ')
}
