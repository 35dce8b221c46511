/** Changes every mutable part of a value, as a careless caller would. Frozen values stay unchanged. */
export function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, field] of Object.entries(value)) {
    spoil(field)
    if (!Object.isFrozen(value)) Object.assign(value, { [key]: 'spoiled' })
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push('spoiled')
}
