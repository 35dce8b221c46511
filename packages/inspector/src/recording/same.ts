/** Whether two JSON values are equal. Bytes and other objects are only if they are the same object. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let index = 0; index < a.length; index++) if (!isSame(a[index], b[index])) return false
    return true
  }
  if (Object.getPrototypeOf(a) !== Object.prototype || Object.getPrototypeOf(b) !== Object.prototype) return false
  // Most of what is compared is equal, at every build: no lists of keys are made for it.
  const [first, second] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>]
  let more = 0
  for (const key in first) {
    if (!Object.hasOwn(second, key) || !isSame(first[key], second[key])) return false
    more++
  }
  for (const _ in second) more--
  return more === 0
}
