/**
 * Freezes plain objects and arrays recursively and returns the value. Class instances (dates, signals, databases) are
 * left alone: freezing does not protect their internal state and may break them.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value
  Object.freeze(value)
  for (const field of Object.values(value)) deepFreeze(field)
  return value
}
