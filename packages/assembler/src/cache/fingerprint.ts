import { checkOptions, createBoundedMap, mustBeWhole } from '@lamella/core/plugin'
import { canonicalText, isPlain } from './canonical-key.ts'

/** Gives a short text for a value: equal ones have equal content. */
export type FingerprintOf = (value: unknown) => string

/** How much is remembered. */
export interface FingerprintOptions {
  /** Different contents that are known at a time. A forgotten one gets a new text: a cache misses once. Default 1,000. */
  readonly maxContents?: number
}

/**
 * Makes a function that names contents: values of the same content in whatever order of their members get the same short text,
 * different ones never do. A second look at the same object costs nothing, so objects are taken to be what they were
 * when they were first seen; lists may grow and shrink, since each of their items is looked at every time.
 *
 * The texts are numbers, given in order and never twice, and not hashes: a hash that is fast enough can be made to
 * collide by whoever writes a tool's description, and then one agent would be answered with what another one was given.
 * They mean nothing to another process, nor to another such function.
 *
 * Functions and objects of classes, such as schemas of a validation library, are themselves: another one is another content.
 *
 * @throws LamellaError `OPTION_INVALID`; from the returned function for a cycle or a symbol
 * @example
 * const fingerprintOf = createFingerprints()
 * const key = { tools: fingerprintOf(tools), modelId: 'gpt-4o' }
 */
export function createFingerprints(options: FingerprintOptions = {}): FingerprintOf {
  const { maxContents = 1_000 } = checkOptions('createFingerprints', options, { maxContents: mustBeWhole(1) })
  const contents = createBoundedMap<string, string>(maxContents)
  const known = new WeakMap<object, string>()
  let count = 0

  const nameOf = (value: object): string => {
    const name = known.get(value) ?? `@${++count}`
    known.set(value, name)
    return name
  }
  const contentName = (text: string): string => {
    const name = contents.get(text) ?? `#${++count}`
    contents.set(text, name)
    return name
  }
  const one = (value: unknown): string => {
    if (typeof value !== 'object' || value === null || !isPlain(value)) return canonicalText(value, nameOf)
    const name = known.get(value) ?? contentName(canonicalText(value, nameOf))
    known.set(value, name)
    return name
  }
  return (value) => (Array.isArray(value) ? `[${value.map(one).join(',')}]` : one(value))
}
