/** Whether two JSON values are equal. Bytes and other objects are only if they are the same object. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((one, index) => isSame(one, b[index]))
  }
  if (Object.getPrototypeOf(a) !== Object.prototype || Object.getPrototypeOf(b) !== Object.prototype) return false
  const [first, second] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  const keys = Object.keys(first)
  return (
    keys.length === Object.keys(second).length && keys.every((key) => key in second && isSame(first[key], second[key]))
  )
}
