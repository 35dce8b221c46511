/** Returns the value of a text that is JSON; `undefined` for any other text. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Returns the object without keys whose value is `undefined`. */
export function known<Value extends object>(
  value: Value,
): {
  [Key in keyof Value]: Exclude<Value[Key], undefined>
} {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never
}
