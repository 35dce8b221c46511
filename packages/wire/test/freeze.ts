/** Freezes a value and everything in it, so that a write throws. Bytes cannot be frozen and are left. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return value
  for (const item of Object.values(value)) deepFreeze(item)
  return Object.freeze(value)
}
