/** Names the optional methods that a store lacks, as the reason for skipping a case. */
export function lacking(store: unknown, ...methods: readonly string[]): string {
  const missing = methods.filter((name) => typeof (store as Readonly<Record<string, unknown>>)[name] !== 'function')
  return `the store has no ${missing.map((name) => `${name}()`).join(' and no ')}`
}
