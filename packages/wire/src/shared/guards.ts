export { isObject as isRecord } from '@lamella/core/plugin'

/** An object with unknown content. */
export type UnknownRecord = Readonly<Record<string, unknown>>

/** Whether a text is empty or only whitespace, which some providers reject as the text of a block. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0)
  // Usually the first character decides, and `trim` of a long text is expensive.
  return !(first > 32 && first < 127) && text.trim() === ''
}

/** Returns the value of a JSON text; `undefined` for a text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a list unchanged, and an empty list for other values, which the rules report. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
