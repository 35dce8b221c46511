import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { isContainer, LoroMap } from 'loro-crdt'
import { blockError } from '../errors.ts'
import type { ListSchema } from '../schema/block-schema.ts'
import { checkIndex, checkJson, checkObject, checkText } from './check-value.ts'
import type { CallContext, Part } from './parts.ts'
import { readItems } from './read-part.ts'
import { plain } from './stored.ts'

type List = Part<ListSchema>

export function pushItem(part: List, [item]: readonly unknown[], context: CallContext): void {
  insert(part, part.roots.items().length, checkItem(part, item), context)
}

export function insertItem(part: List, [index, item]: readonly unknown[], context: CallContext): void {
  const checked = checkItem(part, item)
  const { places } = readItems(part)
  const at = checkIndex(index, places.length, places.length)
  insert(part, places[at] ?? part.roots.items().length, checked, context)
}

/** Changes only the keys that differ, so replicas that change different keys merge. */
export function updateItem(part: List, [index, item]: readonly unknown[]): void {
  const checked = checkItem(part, item)
  const at = placeOf(part, index)
  const items = part.roots.items()
  const current = items.get(at)
  if (current instanceof LoroMap && isObject(checked)) changeKeys(current, checked)
  else if (isObject(checked)) fill(items.setContainer(at, new LoroMap()), checked)
  else items.set(at, checked)
  if (isContainer(current)) current.free()
}

export function itemsOf(part: List): readonly JsonValue[] {
  return readItems(part).content.items
}

export function deleteItem(part: List, [index]: readonly unknown[]): void {
  part.roots.items().delete(placeOf(part, index), 1)
}

/** The position of an item in the container, which may also hold values that are not items. */
function placeOf(part: List, index: unknown): number {
  const { places } = readItems(part)
  return places[checkIndex(index, places.length)] ?? 0
}

function insert({ roots, schema }: List, index: number, item: JsonValue, { label }: CallContext): void {
  const items = roots.items()
  const { maxItems = Number.MAX_SAFE_INTEGER } = schema
  if (items.length >= maxItems) {
    throw blockError(
      'BLOCK_FULL',
      `The list of block '${label}' has ${items.length} items, and its schema allows ${maxItems}.`,
      'Delete or change an item instead.',
      { label, maxItems },
    )
  }
  if (isObject(item)) fill(items.insertContainer(index, new LoroMap()), item)
  else items.insert(index, item)
}

function fill(map: LoroMap, item: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(item)) map.set(key, value)
}

function changeKeys(map: LoroMap, item: Readonly<Record<string, unknown>>): void {
  for (const key of map.keys() as string[]) if (!Object.hasOwn(item, key)) map.delete(key)
  for (const [key, value] of Object.entries(item)) {
    if (JSON.stringify(plain(map.get(key))) !== JSON.stringify(value)) map.set(key, value)
  }
}

function checkItem({ schema: { item: schema } }: List, item: unknown): JsonValue {
  if (schema === undefined) return checkJson('item', item)
  return schema.type === 'text' ? checkText('item', item) : checkObject('item', item, schema.fields)
}
