/**
 * How deep JSON in messages, schemas and options may nest: as deep as stores support, and far below a stack overflow in the
 * functions that read it.
 */
export const deepestJson = 500

/**
 * Whether a value nests deeper than `deepestJson` levels, or contains itself. Reads no deeper than that.
 *
 * @example
 * if (nestsTooDeep(value)) return 'The value is nested too deep.'
 */
export function nestsTooDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  if (level > deepestJson) return true
  const items: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  return items.some((item) => nestsTooDeep(item, level + 1))
}
