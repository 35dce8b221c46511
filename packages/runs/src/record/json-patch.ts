import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'

/**
 * How a plain JSON value becomes another one. `is` replaces it. `members` changes those members of an object, and `gone` removes
 * others. `items` are those of the new list: `[start, end)` of the list before, or new ones.
 */
export type JsonPatch =
  | { readonly is: JsonValue }
  | { readonly members: Readonly<Record<string, JsonPatch>>; readonly gone?: readonly string[] }
  | { readonly items: readonly (readonly [start: number, end: number] | { readonly is: JsonValue })[] }

/** Returns how a plain JSON value becomes another one; `undefined` if they are equal. A member `undefined` counts as absent. */
export function jsonPatch(before: unknown, after: unknown): JsonPatch | undefined {
  if (before === after) return undefined
  if (Array.isArray(before) && Array.isArray(after)) return listPatch(before, after)
  if (!isObject(before) || !isObject(after)) return { is: after as JsonValue }
  const members = Object.keys(after).flatMap((key): readonly (readonly [string, JsonPatch])[] => {
    if (!has(after, key)) return []
    const patch = has(before, key) ? jsonPatch(before[key], after[key]) : { is: after[key] as JsonValue }
    return patch ? [[key, patch]] : []
  })
  const gone = Object.keys(before).filter((key) => has(before, key) && !has(after, key))
  if (gone.length === 0 && members.length === 0) return undefined
  return { members: Object.fromEntries(members), ...(gone.length > 0 && { gone }) }
}

function has(value: Readonly<Record<string, unknown>>, key: string): boolean {
  return Object.hasOwn(value, key) && value[key] !== undefined
}

function listPatch(before: readonly unknown[], after: readonly unknown[]): JsonPatch | undefined {
  const items: ([number, number] | { readonly is: JsonValue })[] = []
  const places = placesOf(before)
  for (const [index, item] of after.entries()) {
    // Most items stay beside the one that precedes them.
    const last = items.at(-1)
    const next = Array.isArray(last) ? last[1] : 0
    const at = next < before.length && jsonPatch(before[next], item) === undefined ? next : places(item, index)
    if (at === undefined) items.push({ is: item as JsonValue })
    else if (Array.isArray(last) && last[1] === at) last[1]++
    else items.push([at, at + 1])
  }
  const [first, ...others] = items
  const isSame = others.length === 0 && Array.isArray(first) && first[0] === 0 && first[1] === before.length
  return isSame || (first === undefined && before.length === 0) ? undefined : { items }
}

/** Returns how items of a list are found: by their JSON text, which is written only when the first one is looked for. */
function placesOf(list: readonly unknown[]): (item: unknown, index: number) => number | undefined {
  let places: Map<string, number> | undefined
  return (item, index) => {
    if (index < list.length && jsonPatch(list[index], item) === undefined) return index
    places ??= new Map(list.map((one, at) => [JSON.stringify(one), at]))
    return places.get(JSON.stringify(item))
  }
}

/**
 * Applies a patch. What it does not change stays the same object.
 *
 * @throws TypeError for a patch that does not fit the value
 */
export function patched(before: unknown, patch: unknown): unknown {
  if (!isObject(patch)) throw new TypeError('not a patch')
  if (Object.hasOwn(patch, 'is')) return patch['is']
  const { members, gone = [], items } = patch
  if (Array.isArray(items) && Array.isArray(before)) return items.flatMap((item) => itemsOf(before, item))
  if (!isObject(members) || !isObject(before) || !Array.isArray(gone)) throw new TypeError('a patch for another value')
  const isGone = new Set<unknown>(gone)
  const kept = Object.entries(before).flatMap(([key, value]) => {
    if (Object.hasOwn(members, key)) return [[key, patched(value, members[key])] as const]
    return isGone.has(key) ? [] : [[key, value] as const]
  })
  const added = Object.entries(members).filter(([key]) => !Object.hasOwn(before, key))
  return Object.fromEntries([...kept, ...added.map(([key, one]) => [key, patched(undefined, one)] as const)])
}

function itemsOf(before: readonly unknown[], item: unknown): readonly unknown[] {
  if (isObject(item) && Object.hasOwn(item, 'is')) return [item['is']]
  const [start, end] = Array.isArray(item) ? (item as readonly unknown[]) : []
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) throw new TypeError('not a range')
  const [from, to] = [start as number, end as number]
  if (from < 0 || to < from || to > before.length) throw new TypeError('a range of another list')
  return before.slice(from, to)
}
