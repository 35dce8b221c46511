/** Freezes a value and everything in it, so that writes throw. Skips bytes, which cannot be frozen. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return value
  for (const item of Object.values(value)) deepFreeze(item)
  return Object.freeze(value)
}
