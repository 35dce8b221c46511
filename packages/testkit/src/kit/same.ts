/** Whether two values have the same JSON: keys in any order, `undefined` equals absent, `NaN` equals itself. */
export function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

/** Returns equal texts for equal values. Dates, URLs and bytes are written as their type and content. */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Date) return `Date(${value.getTime()})`
  if (value instanceof URL) return `URL(${value.href})`
  if (ArrayBuffer.isView(value)) return `Bytes(${new Uint8Array(value.buffer, value.byteOffset, value.byteLength)})`
  if (value instanceof ArrayBuffer) return `Bytes(${new Uint8Array(value)})`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  // Sorted by code unit: with `localeCompare` the text would depend on the machine.
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`
}
