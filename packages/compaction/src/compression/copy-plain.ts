/**
 * Copies lists and plain objects to any depth. Everything else, such as the bytes of an image or a URL, is the same object:
 * `structuredClone` refuses some of it.
 */
export function copyPlain<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyPlain) as Value
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const copy: Record<string, unknown> = {}
  // Defined, not assigned: a key may be `__proto__`.
  for (const [key, item] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: copyPlain(item), enumerable: true, configurable: true, writable: true })
  }
  return copy as Value
}
