import type { JsonValue } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import { blockError } from '../errors.ts'
import type { BlockSchema } from './block-schema.ts'
import { checkFields, checkName } from './check-fields.ts'
import { copyJson } from './json.ts'
import { type Raw, wrong } from './wrong.ts'

type Check = (schema: Raw, path: string) => void

/** On frozen copies that have been checked: those of a hundred documents of one schema are not looked at again. */
const checked = Symbol('checked')

const parts: ReadonlyMap<unknown, Check> = new Map<unknown, Check>([
  ['text', checkTextSchema],
  ['map', checkMapSchema],
  ['list', checkListSchema],
  ['log', checkLogSchema],
])

/**
 * Checks what should be a schema, such as one that was read from a store, and gives a frozen copy of it.
 *
 * @throws LamellaError `BLOCK_SCHEMA_INVALID` that leads to what is wrong, such as `sections[1].schema.fields[0].type`
 * @example
 * checkSchema(JSON.parse('{ "type": "log", "displayLimit": 10, "entry": { "fields": [{ "name": "said", "type": "text" }] } }'))
 */
export function checkSchema(schema: unknown): BlockSchema {
  if (isObject(schema) && Object.hasOwn(schema, checked)) return schema as unknown as BlockSchema
  const copy = copyOf(schema)
  if (!isObject(copy)) throw wrong('', 'must be an object with a type')
  if (copy['type'] === 'composite') checkComposite(copy)
  else checkPart(copy, '', 'composite')
  Object.defineProperty(copy, checked, { value: true })
  freeze(copy)
  return copy as unknown as BlockSchema
}

function copyOf(schema: unknown): JsonValue {
  const copied = copyJson(schema)
  if ('value' in copied) return copied.value
  throw blockError(
    'BLOCK_SCHEMA_INVALID',
    `The schema has ${copied.problem}.`,
    'A schema is plain JSON, so that it can be kept with its block.',
    { path: '', problem: copied.problem },
  )
}

function checkPart(schema: unknown, path: string, alsoKnown?: string): void {
  if (!isObject(schema)) throw wrong(path, 'must be an object with a type')
  const check = parts.get(schema['type'])
  const known = [...parts.keys(), ...(alsoKnown === undefined ? [] : [alsoKnown])].map(String)
  if (check === undefined) {
    const { type } = schema
    const near = typeof type === 'string' ? didYouMean(type, known) : ''
    if (type === 'composite') throw wrong(`${path}.type`, 'is composite, and a section cannot be composite again')
    throw wrong(path === '' ? 'type' : `${path}.type`, `must be one of ${known.join(', ')}.${near}`)
  }
  check(schema, path)
}

function checkComposite(schema: Raw): void {
  mustKnow(schema, '', ['type', 'sections'])
  const sections = listOf(schema, '', 'sections')
  const names = new Set<string>()
  for (const [index, section] of sections.entries()) {
    const path = `sections[${index}]`
    if (!isObject(section)) throw wrong(path, 'must be an object with a name and a schema')
    mustKnow(section, path, ['name', 'description', 'readOnly', 'schema'])
    checkName(section, path, names)
    checkPart(section['schema'], `${path}.schema`)
  }
}

function checkTextSchema(schema: Raw, path: string): void {
  mustKnow(schema, path, ['type', 'viewport'])
  const { viewport } = schema
  if (viewport === undefined) return
  const at = join(path, 'viewport')
  if (!isObject(viewport)) throw wrong(at, 'must be an object with startLine and displayLines')
  mustKnow(viewport, at, ['startLine', 'displayLines'])
  mustCount(viewport, at, 'startLine')
  mustCount(viewport, at, 'displayLines')
}

function checkMapSchema(schema: Raw, path: string): void {
  mustKnow(schema, path, ['type', 'fields'])
  checkFields(listOf(schema, path, 'fields'), join(path, 'fields'), 'map')
}

function checkListSchema(schema: Raw, path: string): void {
  mustKnow(schema, path, ['type', 'item', 'maxItems'])
  if (schema['maxItems'] !== undefined) mustCount(schema, path, 'maxItems')
  const { item } = schema
  if (item === undefined) return
  const at = join(path, 'item')
  if (!isObject(item)) throw wrong(at, "must be { type: 'text' } or { type: 'map', fields }")
  if (item['type'] !== 'text' && item['type'] !== 'map') throw wrong(`${at}.type`, 'must be text or map')
  mustKnow(item, at, item['type'] === 'text' ? ['type'] : ['type', 'fields'])
  if (item['type'] === 'map') checkFields(listOf(item, at, 'fields'), `${at}.fields`, 'entry')
}

function checkLogSchema(schema: Raw, path: string): void {
  mustKnow(schema, path, ['type', 'displayLimit', 'entry'])
  mustCount(schema, path, 'displayLimit')
  const { entry } = schema
  const at = join(path, 'entry')
  if (!isObject(entry)) throw wrong(at, 'must be an object with fields')
  mustKnow(entry, at, ['timestamp', 'agent', 'fields'])
  for (const key of ['timestamp', 'agent']) {
    if (entry[key] !== undefined && typeof entry[key] !== 'boolean')
      throw wrong(`${at}.${key}`, 'must be true or false')
  }
  checkFields(listOf(entry, at, 'fields'), `${at}.fields`, 'entry', ['timestamp', 'agent'])
}

function listOf(schema: Raw, path: string, key: string): readonly JsonValue[] {
  const list = schema[key]
  if (!Array.isArray(list) || list.length === 0)
    throw wrong(join(path, key), 'must be a list with at least one of them')
  return list as readonly JsonValue[]
}

function mustCount(schema: Raw, path: string, key: string): void {
  const value = schema[key]
  if (!Number.isSafeInteger(value) || (value as number) < 1)
    throw wrong(join(path, key), 'must be a whole number, 1 or more')
}

function mustKnow(schema: Raw, path: string, known: readonly string[]): void {
  const other = Object.keys(schema).find((key) => !known.includes(key))
  if (other !== undefined) throw wrong(join(path, other), `is not a key of it.${didYouMean(other, known)}`)
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const item of Object.values(value)) freeze(item)
  Object.freeze(value)
}
