import type { JsonValue } from '@lamella/core'
import type { FieldSchema } from '../schema/block-schema.ts'
import { fieldProblem } from '../schema/field-problem.ts'
import type { Part } from './roots.ts'
import { plain, storedItems, unlessRefused } from './stored.ts'

/** What a field says. Neither: it was never set and has no default. */
export interface Reading {
  readonly value?: JsonValue
  /** What is wrong with what is there, or with a part of it, which is left out. */
  readonly problem?: string
}

/** What a field says, whatever somebody else has put into the document. */
export function readField(part: Part, field: FieldSchema): Reading {
  if (field.type === 'list') return readList(part, field)
  if (field.type === 'counter') return readCounter(part, field)
  const stored = storedField(part, field.name)
  if (stored === undefined) return field.default === undefined ? {} : { value: field.default }
  const value = plain(stored)
  const problem = value === undefined ? 'holds what is no value' : fieldProblem(field.type, value)
  return problem === undefined ? { value: value as JsonValue } : { problem }
}

/** The sum of a counter. One that cannot be counted any more reads as its beginning. */
export function readCounter(part: Part, field: FieldSchema): Reading & { readonly value: number } {
  const start = field.type === 'counter' ? (field.default ?? 0) : 0
  const value = start + part.roots.counter(field.name).value
  return Number.isSafeInteger(value) ? { value } : { value: start, problem: 'is a sum that is no whole number' }
}

/** The list of a field. `places` are where its items are in the container, in which somebody else may have put other things. */
export function readList(
  part: Part,
  field: FieldSchema,
): Reading & { readonly value: readonly JsonValue[]; readonly places: readonly number[] } {
  const items: JsonValue[] = []
  const places: number[] = []
  const stored = storedItems(part.roots.list(field.name))
  for (const [index, one] of stored.entries()) {
    const value = plain(one)
    if (value === undefined) continue
    items.push(value)
    places.push(index)
  }
  const left = stored.length - items.length
  return { value: items, places, ...(left === 0 ? {} : { problem: `holds ${left} items that are no values` }) }
}

/** What the field of a map holds; `null`, which is the value of none, for what cannot be read. */
function storedField(part: Part, name: string): unknown {
  const fields = part.roots.fields()
  const stored = unlessRefused(() => ({ value: fields.get(name) }))
  return stored === undefined ? null : stored.value
}
