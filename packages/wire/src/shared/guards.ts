/** An object with unknown content. */
export type UnknownRecord = Readonly<Record<string, unknown>>

/** Whether a value is an object with keys: neither null nor an array. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
