/** Keys whose values are names and ids of the contract, not texts of people. */
const names = new Set(['role', 'type', 'toolCallId', 'toolName', 'mediaType', 'approvalId'])

/**
 * Returns a value with every text in it replaced: of messages, also those in the inputs and results of tools, and in the
 * options of providers. Never changes what it gets.
 */
export function redactTexts<Value>(value: Value, redact: (text: string) => string): Value {
  return deep(value, redact) as Value
}

function deep(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((one) => deep(one, redact))
  // Bytes and dates are not texts, and have no keys to go through.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, names.has(key) ? one : deep(one, redact)]))
}
