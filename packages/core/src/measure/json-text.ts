/** Returns the JSON text of a value; '' for one that cannot be JSON (a cycle, a BigInt): the encoder rejects it with a path. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}
