import { isObject, mustBeWhole } from '@lamella/core/plugin'

/** A check for `checkOptions`: returns what is wrong with an embedder. */
export function mustBeEmbedder(value: unknown): string | undefined {
  const { name, dimensions, batch, timeout, embed } = isObject(value) ? value : {}
  if (typeof name !== 'string' || name === '') return 'must be an object with a name'
  if (mustBeWhole(1)(dimensions)) return `must have dimensions: ${mustBeWhole(1)(dimensions)}`
  if (batch !== undefined && mustBeWhole(1)(batch)) return `has a batch that ${mustBeWhole(1)(batch)}`
  if (timeout !== undefined && mustBeWhole(1)(timeout)) return `has a timeout that ${mustBeWhole(1)(timeout)}`
  return typeof embed === 'function' ? undefined : 'must be an object with a method embed'
}
