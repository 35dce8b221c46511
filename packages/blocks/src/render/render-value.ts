import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core'

/** A value as people write it: texts without quotes, lists in brackets, objects in braces. */
export function oneValue(value: JsonValue): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(oneValue).join(', ')}]`
  if (!isObject(value)) return String(value)
  const pairs = Object.entries(value).map(([key, one]) => `${key}: ${oneValue(one as JsonValue)}`)
  return `{${pairs.join(', ')}}`
}

/** A text whose lines after the first are indented. */
export function indented(text: string): string {
  return text.replace(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/g, '\n  ')
}
