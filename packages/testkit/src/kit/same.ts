/** Whether two values would be the same bytes as JSON: keys in any order, `undefined` like absent, `NaN` like itself. */
export function same(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b)
}

/** A value as text that is equal for equal values. Dates, URLs and bytes stand as their type and content. */
export function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Date) return `Date(${value.getTime()})`
  if (value instanceof URL) return `URL(${value.href})`
  if (ArrayBuffer.isView(value)) return `Bytes(${new Uint8Array(value.buffer, value.byteOffset, value.byteLength)})`
  if (value instanceof ArrayBuffer) return `Bytes(${new Uint8Array(value)})`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  // Sorted by code unit: `localeCompare` would make the text depend on the machine.
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`
}
