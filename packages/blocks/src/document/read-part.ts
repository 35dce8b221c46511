import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { LoroMap } from 'loro-crdt'
import type { EntryField, ListSchema, LogSchema, MapSchema } from '../schema/block-schema.ts'
import { fieldProblem, instantOf } from '../schema/field-problem.ts'
import type { BlockContent, DocumentNotice, ListContent, LogContent, MapContent, PartContent } from './content.ts'
import type { Part, Parts } from './parts.ts'
import { readField } from './read-map.ts'
import { objectIn, plain, storedItems } from './stored.ts'

/** The content of a part, and everything in it that does not match its schema. */
export interface PartReading<Content extends PartContent = PartContent> {
  readonly content: Content
  readonly notices: readonly DocumentNotice[]
}

/**
 * Reads a part, in which other replicas may have stored anything. Omits and reports whatever does not match the schema.
 *
 * @param limit The number of entries of a log. Default: the schema's `displayLimit`.
 */
function readPart(part: Part, limit?: number): PartReading {
  switch (part.schema.type) {
    case 'text':
      return { content: { type: 'text', text: part.roots.text().toString() }, notices: [] }
    case 'map':
      return readMap(part, part.schema)
    case 'list':
      return readItems(part as Part<ListSchema>)
    case 'log':
      return readLog(part as Part<LogSchema>, limit ?? part.schema.displayLimit)
    default:
      return part.schema satisfies never
  }
}

function readMap(part: Part, schema: MapSchema): PartReading<MapContent> {
  const fields: (readonly [string, JsonValue])[] = []
  const notices: DocumentNotice[] = []
  for (const field of schema.fields) {
    const { value, problem } = readField(part, field)
    if (value !== undefined) fields.push([field.name, value])
    if (problem !== undefined) notices.push({ path: pathOf(part, field.name), problem })
  }
  return { content: { type: 'map', fields, leftOut: notices.length }, notices }
}

/** Reads a list: the first `maxItems` items. `places` are the positions of the items in the container. */
export function readItems(part: Part<ListSchema>): PartReading<ListContent> & { readonly places: readonly number[] } {
  const items: JsonValue[] = []
  const places: number[] = []
  const notices: DocumentNotice[] = []
  const { schema } = part
  const stored = storedItems(part.roots.items())
  const most = schema.maxItems ?? stored.length
  let leftOut = 0
  for (const [index, one] of stored.entries()) {
    const { value, lost } = one instanceof LoroMap ? objectIn(one) : { value: plain(one), lost: 0 }
    if (index >= most) continue
    const fitted = fitItem(schema, value)
    if (fitted.value === undefined) leftOut++
    else {
      items.push(fitted.value)
      places.push(index)
    }
    const problem = fitted.problem ?? (lost === 0 ? undefined : `has ${lost} keys with unreadable values`)
    if (problem !== undefined) notices.push({ path: pathOf(part, index), problem })
  }
  const over = Math.max(0, stored.length - most)
  if (over > 0)
    notices.push({ path: pathOf(part), problem: `has ${over} more items than the ${most} its schema allows` })
  return { content: { type: 'list', items, over, leftOut }, notices, places }
}

interface Fitted {
  readonly value?: JsonValue
  readonly problem?: string
}

function fitItem(schema: ListSchema, value: JsonValue | undefined): Fitted {
  if (value === undefined) return { problem: 'is unreadable' }
  if (schema.item === undefined) return { value }
  if (schema.item.type === 'text') return typeof value === 'string' ? { value } : { problem: 'is not a text' }
  return fitObject(value, schema.item.fields)
}

/** Returns the valid fields of an object in the schema's order, and the names of its other fields. */
function fitObject(value: JsonValue, fields: readonly EntryField[]): Fitted {
  if (!isObject(value)) return { problem: 'is not an object' }
  const object: Record<string, JsonValue> = {}
  const wrong: string[] = []
  let known = 0
  for (const { name, type, required } of fields) {
    const given = Object.hasOwn(value, name) ? (value[name] as JsonValue) : undefined
    if (given === undefined && required === true) wrong.push(name)
    if (given === undefined) continue
    known++
    if (fieldProblem(type, given) === undefined) object[name] = given
    else wrong.push(name)
  }
  const others = Object.keys(value).length - known
  if (others > 0) wrong.push(`${others} not in the schema`)
  return wrong.length === 0 ? { value: object } : { value: object, problem: `has invalid fields: ${wrong.join(', ')}` }
}

/** Reads the newest entries of a log, newest first. It reads only the timestamps of older entries. */
export function readLog(part: Part<LogSchema>, limit: number): PartReading<LogContent> {
  const stored = storedItems(part.roots.entries())
  const fields = entryFields(part.schema)
  const entries: Readonly<Record<string, JsonValue>>[] = []
  const notices: DocumentNotice[] = []
  let leftOut = 0
  for (const index of newestFirst(stored)) {
    if (entries.length >= limit) break
    const value = plain(stored[index])
    const { value: entry, problem } = value === undefined ? { problem: 'is unreadable' } : fitObject(value, fields)
    if (problem !== undefined) notices.push({ path: pathOf(part, index), problem })
    if (isObject(entry)) entries.push(entry as Readonly<Record<string, JsonValue>>)
    else leftOut++
  }
  return { content: { type: 'log', entries, leftOut }, notices }
}

/** Returns indexes by timestamp, latest first. An entry without a timestamp has that of the entry before it. */
function newestFirst(stored: readonly unknown[]): readonly number[] {
  let instant = Number.NEGATIVE_INFINITY
  const instants = stored.map((one) => {
    const hasTime = isObject(one) && Object.hasOwn(one, 'timestamp')
    instant = (hasTime ? instantOf(one['timestamp']) : undefined) ?? instant
    return instant
  })
  const at = (index: number): number => instants[index] ?? instant
  // The difference of two infinities is NaN.
  return instants.map((_, index) => index).sort((a, b) => (at(a) === at(b) ? b - a : at(b) - at(a)))
}

/** Returns all fields of an entry, in display order. */
export function entryFields({ entry }: LogSchema): readonly EntryField[] {
  return [
    ...(entry.timestamp === true ? [{ name: 'timestamp', type: 'timestamp', required: true } as const] : []),
    ...(entry.agent === true ? [{ name: 'agent', type: 'text' } as const] : []),
    ...entry.fields,
  ]
}

function pathOf(part: Part, ...rest: readonly (string | number)[]): readonly (string | number)[] {
  return part.section === undefined ? rest : [part.section, ...rest]
}

/** @param limit The number of entries of a log. Default: the schema's `displayLimit`. */
export function contentOf(parts: Parts, limit?: number): BlockContent {
  const block = parts.get(undefined)
  if (block !== undefined) return readPart(block, limit).content
  const sections = [...parts].map(([name = '', part]) => [name, readPart(part, limit).content] as const)
  return { type: 'composite', sections }
}

/** @param unknown Root containers that the schema does not use. */
export function noticesOf(parts: Parts, isWaiting: boolean, unknown: readonly string[]): readonly DocumentNotice[] {
  return [
    ...(isWaiting ? [{ path: [], problem: 'has updates that need earlier ones that are missing' }] : []),
    ...unknown.map((name) => ({ path: [], problem: `holds '${name}', which is not in its schema` })),
    ...[...parts.values()].flatMap((part) => readPart(part, Number.POSITIVE_INFINITY).notices),
  ]
}
