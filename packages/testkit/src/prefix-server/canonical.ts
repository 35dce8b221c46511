/** Marks for caches, which providers do not compare. */
const cacheMarks: readonly string[] = ['cache_control', 'cachePoint']

/**
 * Writes a value as JSON with sorted keys and without cache marks, so that two values have one text if a provider treats them
 * alike. A block that is nothing but a cache mark becomes ''.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.map(canonical).filter((item) => item !== '')
    return `[${items.join(',')}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  const kept = entries.filter(([key]) => !cacheMarks.includes(key))
  if (kept.length === 0 && entries.length > 0) return ''
  const fields = kept
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`)
  return `{${fields.join(',')}}`
}
