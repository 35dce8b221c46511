/** Calls a function and ignores what it throws: telemetry never changes what it observes. */
export function quietly<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}
