import type { JsonValue } from '@lamella/core'
import type { FieldSchema } from '../schema/block-schema.ts'
import { fieldProblem } from '../schema/field-problem.ts'
import type { Part } from './parts.ts'
import { plain, storedItems, unlessRefused } from './stored.ts'

/** The result of reading a field. Without value and problem, the field was never set and has no default. */
export interface Reading {
  readonly value?: JsonValue
  /** What is invalid in the stored value and therefore omitted. */
  readonly problem?: string
}

/** Reads a field, in which other replicas may have stored anything. */
export function readField(part: Part, field: FieldSchema): Reading {
  if (field.type === 'list') return readList(part, field)
  if (field.type === 'counter') return readCounter(part, field)
  const stored = storedField(part, field.name)
  if (stored === undefined) return field.default === undefined ? {} : { value: field.default }
  const value = plain(stored)
  const problem = value === undefined ? 'holds an unreadable value' : fieldProblem(field.type, value)
  return problem === undefined ? { value: value as JsonValue } : { problem }
}

/** Reads the sum of a counter. A sum that is too large or a fraction reads as the start value. */
export function readCounter(part: Part, field: FieldSchema): Reading & { readonly value: number } {
  const start = field.type === 'counter' ? (field.default ?? 0) : 0
  const value = start + part.roots.counter(field.name).value
  return Number.isSafeInteger(value) ? { value } : { value: start, problem: 'has a sum that is not a safe integer' }
}

/** Reads the list of a field. `places` are the positions of its items in the container, which may hold other values. */
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
  return { value: items, places, ...(left === 0 ? {} : { problem: `holds ${left} unreadable items` }) }
}

/** The stored value of a field; `null`, which is never a field's value, for an unreadable one. */
function storedField(part: Part, name: string): unknown {
  const fields = part.roots.fields()
  const stored = unlessRefused(() => ({ value: fields.get(name) }))
  return stored === undefined ? null : stored.value
}
