import type { JsonValue } from '@lamella/core'
import { LoroText } from 'loro-crdt'
import type { FieldSchema } from '../schema/block-schema.ts'
import { fieldProblem } from '../schema/field-problem.ts'
import { badValue, checkIndex, checkJson, checkText, checkWhole } from './check-value.ts'
import type { CallContext, Part } from './parts.ts'
import { readCounter, readField, readList } from './read-map.ts'
import { plain, storedItems, unlessRefused } from './stored.ts'
import { textEdits } from './text-edits.ts'
import { editText } from './text-part.ts'

/** A call of an operation whose first argument names a field. */
interface FieldContext extends CallContext {
  readonly field: FieldSchema
}

export function setField(part: Part, [, value]: readonly unknown[], { field }: FieldContext): void {
  const { name, type } = field
  const given = type === 'text' ? checkText(name, value) : checkJson(name, value)
  const problem = fieldProblem(type, given)
  if (problem !== undefined) throw badValue(name, problem)
  if (type === 'text') replaceTextValue(part, name, given as string)
  else if (type === 'list') replaceList(part, name, given as readonly JsonValue[])
  else if (type === 'counter') increment(part, field, (given as number) - readCounter(part, field).value)
  else part.roots.fields().set(name, given)
}

export function unsetField(part: Part, _: readonly unknown[], { field: { name, type } }: FieldContext): void {
  if (type === 'counter') {
    const counter = part.roots.counter(name)
    if (counter.value !== 0) counter.increment(-counter.value)
  } else if (type === 'list') {
    const list = part.roots.list(name)
    if (list.length > 0) list.delete(0, list.length)
  } else {
    part.roots.fields().delete(name)
  }
}

export function setTextField(part: Part, [, text]: readonly unknown[], { field: { name } }: FieldContext): void {
  replaceTextValue(part, name, checkText(name, text))
}

export function appendToListField(part: Part, [, item]: readonly unknown[], { field: { name } }: FieldContext): void {
  part.roots.list(name).push(checkJson(name, item))
}

export function removeFromListField(part: Part, [, index]: readonly unknown[], { field }: FieldContext): void {
  const { places } = readList(part, field)
  part.roots.list(field.name).delete(places[checkIndex(index, places.length)] ?? 0, 1)
}

export function incrementCounter(part: Part, [, by]: readonly unknown[], { field }: FieldContext): number {
  return increment(part, field, checkWhole('by', by))
}

export function getField(part: Part, _: readonly unknown[], { field }: FieldContext): JsonValue | undefined {
  return readField(part, field).value
}

function increment(part: Part, field: FieldSchema, by: number): number {
  const { value } = readCounter(part, field)
  if (!Number.isSafeInteger(value + by)) throw badValue('by', `is ${by}, which makes the sum too large`)
  if (by !== 0) part.roots.counter(field.name).increment(by)
  return value + by
}

/** Edits a text that stays similar, so that edits merge. Any other text becomes a new value, and the last writer wins. */
function replaceTextValue(part: Part, name: string, text: string): void {
  const fields = part.roots.fields()
  const current = unlessRefused(() => fields.get(name))
  const before = current instanceof LoroText ? current.toString() : undefined
  if (before === text) return
  if (current instanceof LoroText && before !== undefined && isSimilar(before, text)) editText(current, before, text)
  else fields.setContainer(name, new LoroText()).insert(0, text)
}

function isSimilar(before: string, after: string): boolean {
  const removed = textEdits(before, after).reduce((sum, { remove }) => sum + remove, 0)
  return before !== '' && removed * 2 <= before.length
}

/** Changes only the items between the equal ones at both ends, so that concurrent additions survive. */
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
