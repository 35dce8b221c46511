import type { JsonValue } from '@lamella/core'
import { LoroText } from 'loro-crdt'
import type { FieldSchema } from '../schema/block-schema.ts'
import { fieldProblem } from '../schema/field-problem.ts'
import { badValue, checkIndex, checkJson, checkText, checkWhole } from './check-value.ts'
import { readCounter, readField, readList } from './read-map.ts'
import { fieldOf, type Part } from './roots.ts'
import { plain, storedItems, unlessRefused } from './stored.ts'
import { textEdits } from './text-edits.ts'
import { edit } from './text-part.ts'

export function setField(part: Part, [name, value]: readonly unknown[]): void {
  const field = mustHave(part, name)
  const given = field.type === 'text' ? checkText(field.name, value) : checkJson(field.name, value)
  const problem = fieldProblem(field.type, given)
  if (problem !== undefined) throw badValue(field.name, problem)
  if (field.type === 'text') replaceTextValue(part, field.name, given as string)
  else if (field.type === 'list') replaceList(part, field.name, given as readonly JsonValue[])
  else if (field.type === 'counter') increment(part, field, (given as number) - readCounter(part, field).value)
  else part.roots.fields().set(field.name, given)
}

export function unsetField(part: Part, [name]: readonly unknown[]): void {
  const field = mustHave(part, name)
  if (field.type === 'counter') {
    const counter = part.roots.counter(field.name)
    if (counter.value !== 0) counter.increment(-counter.value)
  } else if (field.type === 'list') {
    const list = part.roots.list(field.name)
    if (list.length > 0) list.delete(0, list.length)
  } else {
    part.roots.fields().delete(field.name)
  }
}

export function setTextField(part: Part, [name, text]: readonly unknown[]): void {
  const field = mustHave(part, name, 'text')
  replaceTextValue(part, field.name, checkText(field.name, text))
}

export function appendToListField(part: Part, [name, item]: readonly unknown[]): void {
  const field = mustHave(part, name, 'list')
  part.roots.list(field.name).push(checkJson(field.name, item))
}

export function removeFromListField(part: Part, [name, index]: readonly unknown[]): void {
  const field = mustHave(part, name, 'list')
  const { places } = readList(part, field)
  part.roots.list(field.name).delete(places[checkIndex(index, places.length)] ?? 0, 1)
}

export function incrementCounter(part: Part, [name, by]: readonly unknown[]): number {
  const field = mustHave(part, name, 'counter')
  return increment(part, field, checkWhole('by', by))
}

export function getField(part: Part, [name]: readonly unknown[]): JsonValue | undefined {
  return readField(part, mustHave(part, name)).value
}

function increment(part: Part, field: FieldSchema, by: number): number {
  const { value } = readCounter(part, field)
  if (!Number.isSafeInteger(value + by))
    throw badValue('by', `is ${by}, which makes the sum larger than can be counted`)
  if (by !== 0) part.roots.counter(field.name).increment(by)
  return value + by
}

/** Edits a text that stays similar, so that edits merge. Any other text is a new value, and the last writer wins. */
function replaceTextValue(part: Part, name: string, text: string): void {
  const fields = part.roots.fields()
  const current = unlessRefused(() => fields.get(name))
  const before = current instanceof LoroText ? current.toString() : undefined
  if (before === text) return
  if (current instanceof LoroText && before !== undefined && isMuchTheSame(before, text)) edit(current, before, text)
  else fields.setContainer(name, new LoroText()).insert(0, text)
}

function isMuchTheSame(before: string, after: string): boolean {
  const removed = textEdits(before, after).reduce((sum, { remove }) => sum + remove, 0)
  return before !== '' && removed * 2 <= before.length
}

/** Changes only what differs between the equal items at both ends, so what others add at the same time stays. */
function replaceList(part: Part, name: string, items: readonly JsonValue[]): void {
  const list = part.roots.list(name)
  const old = storedItems(list).map((item) => JSON.stringify(plain(item)))
  const fresh = items.map((item) => JSON.stringify(item))
  const shared = Math.min(old.length, fresh.length)
  let start = 0
  while (start < shared && old[start] === fresh[start]) start++
  let end = 0
  while (end < shared - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  if (old.length - end > start) list.delete(start, old.length - end - start)
  for (let index = start; index < items.length - end; index++) list.insert(index, items[index])
}

function mustHave(part: Part, name: unknown, type?: FieldSchema['type']): FieldSchema {
  const field = fieldOf(part, name)
  // findCall has already refused unknown fields.
  if (field === undefined) throw badValue('field', 'is not in the schema')
  if (type !== undefined && field.type !== type)
    throw badValue(field.name, `is a field of the type ${field.type}, not ${type}`)
  return field
}
