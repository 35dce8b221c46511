import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { isContainer, LoroMap } from 'loro-crdt'
import { blockError } from '../errors.ts'
import type { ListSchema } from '../schema/block-schema.ts'
import { badValue, checkIndex, checkJson, checkObject, checkText } from './check-value.ts'
import { readItems } from './read-part.ts'
import type { Caller, Part } from './roots.ts'
import { plain } from './stored.ts'

export function pushItem(part: Part, [item]: readonly unknown[], caller: Caller): void {
  insert(part, part.roots.items().length, checkItem(part, item), caller)
}

export function insertItem(part: Part, [index, item]: readonly unknown[], caller: Caller): void {
  const checked = checkItem(part, item)
  const places = placesOf(part)
  const at = checkIndex(index, places.length, places.length)
  insert(part, places[at] ?? part.roots.items().length, checked, caller)
}

/** Changes only the keys of an object that differ, so replicas that change different keys merge. */
export function updateItem(part: Part, [index, item]: readonly unknown[]): void {
  const checked = checkItem(part, item)
  const at = placeOf(part, index)
  const items = part.roots.items()
  const current = items.get(at)
  if (current instanceof LoroMap && isObject(checked)) changeKeys(current, checked)
  else if (isObject(checked)) fill(items.setContainer(at, new LoroMap()), checked)
  else items.set(at, checked)
  if (isContainer(current)) current.free()
}

export function itemsOf(part: Part): readonly JsonValue[] {
  return readItems(part, listSchema(part)).content.items
}

export function deleteItem(part: Part, [index]: readonly unknown[]): void {
  part.roots.items().delete(placeOf(part, index), 1)
}

/** The places of the items that `items()` returns: other replicas may have put something else between them. */
function placesOf(part: Part): readonly number[] {
  return readItems(part, listSchema(part)).places
}

function placeOf(part: Part, index: unknown): number {
  const places = placesOf(part)
  return places[checkIndex(index, places.length)] ?? 0
}

function insert(part: Part, index: number, item: JsonValue, { label }: Caller): void {
  const items = part.roots.items()
  const { maxItems = Number.MAX_SAFE_INTEGER } = listSchema(part)
  if (items.length >= maxItems) {
    throw blockError(
      'BLOCK_FULL',
      `The list of block '${label}' has ${items.length} items, and its schema allows ${maxItems}.`,
      'Delete an item first, or change one.',
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

function checkItem(part: Part, item: unknown): JsonValue {
  const { item: schema } = listSchema(part)
  if (schema === undefined) return checkJson('item', item)
  return schema.type === 'text' ? checkText('item', item) : checkObject('item', item, schema.fields)
}

function listSchema(part: Part): ListSchema {
  if (part.schema.type !== 'list') throw badValue('block', 'is no list')
  return part.schema
}
