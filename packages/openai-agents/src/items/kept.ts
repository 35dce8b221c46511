import type { JsonValue, ProviderOptions } from '@lamella/core'
import type { PlainItem } from './plain-item.ts'
import type { Slot } from './read-content.ts'

/** The key of `providerOptions` under which this package keeps what a message has no place for. */
const own = 'agents'

type Path = Slot['path']

/** Returns a copy of the item with a value at each path. */
export function withValues(item: PlainItem, values: readonly (readonly [path: Path, value: JsonValue])[]): PlainItem {
  return values.reduce((made, [path, value]) => put(made, path, value) as PlainItem, item)
}

/** Returns the item with `null` in place of the texts that its message holds. */
export function withHoles(item: PlainItem, slots: readonly Slot[]): PlainItem {
  return withValues(
    item,
    slots.map(({ path }) => [path, null] as const),
  )
}

function put(held: JsonValue | PlainItem | undefined, [key, ...rest]: Path, value: JsonValue): JsonValue | PlainItem {
  if (key === undefined) return value
  if (Array.isArray(held)) return held.map((one, index) => (index === key ? (put(one, rest, value) as JsonValue) : one))
  // The key keeps its place.
  return { ...(held as PlainItem), [key]: put((held as PlainItem)[key], rest, value) } as PlainItem
}

/** What is kept of an item, on its first part or its message; `more` on its other parts. */
export interface Kept {
  readonly item?: PlainItem
  readonly more?: true
  /** On a message without content: how many of the items before it were taken back, and what they were. */
  readonly drop?: number
  readonly of?: readonly JsonValue[]
}

/** Returns the options with what is kept of an item. */
export function keep(options: ProviderOptions | undefined, kept: Kept): ProviderOptions {
  return { ...options, [own]: { ...kept } as Record<string, JsonValue | undefined> }
}

/** Returns what is kept of an item. */
export function keptIn(holder: object): Kept {
  return ((holder as { readonly providerOptions?: ProviderOptions }).providerOptions?.[own] ?? {}) as Kept
}

/** Returns options without what is kept. */
export function withoutKept(options: ProviderOptions | undefined): ProviderOptions | undefined {
  const { [own]: _, ...others } = options ?? {}
  return Object.keys(others).length > 0 ? others : undefined
}
