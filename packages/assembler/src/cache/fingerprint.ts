import { checkOptions, createBoundedMap, mustBeWhole } from '@lamella/core/plugin'
import { canonicalText, isPlain } from './canonical-key.ts'

/** Returns a short text for a value: equal texts mean equal content. */
export type FingerprintOf = (value: unknown) => string

/** How much to remember. */
export interface FingerprintOptions {
  /**
   * The maximum number of values known at a time. A forgotten one gets a new text, which causes one cache miss.
   * Default 1,000.
   */
  readonly maxContents?: number
}

/**
 * Creates a function that names values: those with the same content, whatever the order of their members, get the
 * same short text; different ones never do. Looking up the same object again costs nothing, so objects must not change
 * after they were first seen; lists may grow and shrink, because each of their items is looked up every time.
 *
 * The texts are consecutive numbers that are never reused, not hashes: a fast hash can be made to collide by the author
 * of a tool's description, and then one agent would get another's answer. They are meaningless in another process or to
 * another such function.
 *
 * Functions and class instances, such as schemas of a validation library, are compared by identity.
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
