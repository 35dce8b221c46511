import { createBoundedMap } from '@lamella/core/plugin'

/**
 * Remembers what `make` gave for the last `limit` new keys. A cache only: `make` must depend on nothing but its key and
 * never give `undefined`, so that forgetting changes no result.
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
 * Remembers what `make` gave for an object as long as the object is there and its `fields`, all that `make` may look at,
 * hold what they held. Sources that give the same objects again, as those with a cache of their own do, so cost a
 * comparison.
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
 * Remembers what `make` gave for the last list of texts, so that a text which is put together of many is the same string
 * again: core then knows its tokens without reading it.
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
