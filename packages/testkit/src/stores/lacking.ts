/** Returns a method of a store, or of one of its capabilities as `runs.read`; `undefined` if there is none. */
function methodOf(store: unknown, name: string): unknown {
  const value = name.split('.').reduce<unknown>((of, key) => (of as Readonly<Record<string, unknown>>)?.[key], store)
  return typeof value === 'function' ? value : undefined
}

/** Whether a store has all of these methods. */
export function hasAll(store: unknown, ...methods: readonly string[]): boolean {
  return methods.every((name) => methodOf(store, name) !== undefined)
}

/** Names the optional methods that a store lacks, as the reason for skipping a case. */
export function lacking(store: unknown, ...methods: readonly string[]): string {
  const missing = methods.filter((name) => methodOf(store, name) === undefined)
  return `the store has no ${missing.map((name) => `${name}()`).join(' and no ')}`
}
