import { createBoundedMap } from '@lamella/core/plugin'

/**
 * Caches what `make` returned for the last `limit` new keys. `make` must depend only on its key and never return
 * `undefined`, so that eviction changes no result.
 *
 * @example
 * const tidy = remember(32, (text: string) => text.trimEnd())
 */
export function remember<Key, Value>(limit: number, make: (key: Key) => Value): (key: Key) => Value {
  const values = createBoundedMap<Key, Value>(limit)
  return (key) => {
    const hit = values.get(key)
    if (hit !== undefined) return hit
    const value = make(key)
    values.set(key, value)
    return value
  }
}

/**
 * Caches what `make` returned for an object as long as the object exists and its `fields`, the only ones that `make`
 * may read, have not changed. Sources that return the same objects again, such as those with their own cache, then cost
 * one comparison.
 *
 * @example
 * const nameOf = rememberByFields(['name'], (skill: Skill) => oneLine(skill.name))
 */
export function rememberByFields<Thing extends object, Value>(
  fields: readonly (keyof Thing)[],
  make: (thing: Thing) => Value,
): (thing: Thing) => Value {
  const known = new WeakMap<Thing, { readonly of: Readonly<Thing>; readonly value: Value }>()
  return (thing) => {
    const hit = known.get(thing)
    if (hit !== undefined && fields.every((field) => hit.of[field] === thing[field])) return hit.value
    const value = make(thing)
    known.set(thing, { of: { ...thing }, value })
    return value
  }
}

/**
 * Caches what `make` returned for the last list of texts, so that a text composed of many parts is the same string
 * again and core knows its tokens without reading it.
 *
 * @example
 * const listOf = rememberLast((items) => items.join('\n'))
 */
export function rememberLast(make: (items: readonly string[]) => string): (items: readonly string[]) => string {
  let last: { readonly items: readonly string[]; readonly text: string } | undefined
  return (items) => {
    const known = last
    if (known?.items.length === items.length && items.every((item, index) => item === known.items[index])) {
      return known.text
    }
    const text = make(items)
    last = { items, text }
    return text
  }
}
