import {
  type Check,
  didYouMean,
  isObject,
  mustBeBoolean,
  mustBeOneOf,
  mustBeText,
  mustBeWhole,
} from '@lamella/core/plugin'
import { blockError } from '../errors.ts'
import type { BlockSchema, FieldType } from './block-schema.ts'
import { fieldProblem, fieldTypes } from './field-problem.ts'
import { copyJson } from './json.ts'

/** Checks the value at a path. @throws LamellaError `BLOCK_SCHEMA_INVALID` */
type Rule = (value: unknown, path: string) => void

const longestName = 100

/** Marks checked copies, so that a schema shared by many documents is checked once. */
const checked = Symbol('checked')

const anything: Rule = () => {}
const count = rule(mustBeWhole(1))
const flag = rule(mustBeBoolean)
const text = rule(mustBeText)

const mapFields = fields({ readOnly: flag }, fieldTypes)
const entryTypes = fieldTypes.filter((type) => type !== 'counter')

const entryFields = fields({ required: flag }, entryTypes, ['timestamp', 'agent'])
const entry = keys({ timestamp: flag, agent: flag, fields: entryFields }, 'fields')

const parts: Readonly<Record<string, Rule>> = {
  text: keys({
    type: anything,
    viewport: keys({ startLine: count, displayLines: count }, 'startLine', 'displayLines'),
  }),
  map: keys({ type: anything, fields: mapFields }, 'fields'),
  list: keys({
    type: anything,
    maxItems: count,
    item: byType({
      text: keys({ type: anything }),
      map: keys({ type: anything, fields: fields({ required: flag }, entryTypes) }, 'fields'),
    }),
  }),
  log: keys({ type: anything, displayLimit: count, entry }, 'displayLimit', 'entry'),
}

const sections = named((name) =>
  keys({ name, description: text, readOnly: flag, schema: byType(parts) }, 'name', 'schema'),
)
const anySchema = byType({ ...parts, composite: keys({ type: anything, sections }, 'sections') })

/**
 * Checks a schema from any source, such as a store, and returns a frozen copy.
 *
 * @throws LamellaError `BLOCK_SCHEMA_INVALID` with the path to the problem, such as `sections[1].schema.fields[0].type`
 * @example
 * checkSchema(JSON.parse('{ "type": "log", "displayLimit": 10, "entry": { "fields": [{ "name": "said", "type": "text" }] } }'))
 */
export function checkSchema(schema: unknown): BlockSchema {
  if (isObject(schema) && Object.hasOwn(schema, checked)) return schema as unknown as BlockSchema
  const copied = copyJson(schema)
  if ('problem' in copied) throw wrong('', `must be plain JSON, but has ${copied.problem}`)
  anySchema(copied.value, '')
  Object.defineProperty(copied.value, checked, { value: true })
  freeze(copied.value)
  return copied.value as unknown as BlockSchema
}

/**
 * Checks a schema and returns a frozen copy with its literal names and types, so that its documents are typed.
 *
 * @throws LamellaError `BLOCK_SCHEMA_INVALID` with the path to the problem
 * @example
 * const profile = defineSchema({
 *   type: 'map',
 *   fields: [
 *     { name: 'name', type: 'text' },
 *     { name: 'visits', type: 'counter' },
 *   ],
 * })
 */
export function defineSchema<const Schema extends BlockSchema>(schema: Schema): Schema {
  return checkSchema(schema) as Schema
}

function rule(check: Check): Rule {
  return (value, path) => {
    const problem = check(value)
    if (problem !== undefined) throw wrong(path, problem)
  }
}

/** Checks an object with only these keys. A key with the value `undefined` counts as missing. */
function keys(rules: Readonly<Record<string, Rule>>, ...required: readonly string[]): Rule {
  return (value, path) => {
    if (!isObject(value)) throw wrong(path, 'must be an object')
    const known = Object.keys(rules)
    const other = Object.keys(value).find((key) => !known.includes(key))
    if (other !== undefined) throw wrong(join(path, other), 'is not a known key', didYouMean(other, known))
    for (const [key, check] of Object.entries(rules)) {
      if (value[key] !== undefined || required.includes(key)) check(value[key], join(path, key))
    }
  }
}

/** Checks an object that has one of these types, each with its own rule. */
function byType(rules: Readonly<Record<string, Rule>>): Rule {
  const known = Object.keys(rules)
  return (value, path) => {
    if (!isObject(value)) throw wrong(path, 'must be an object with a type')
    const { type } = value
    if (typeof type !== 'string' || !known.includes(type)) {
      throw wrong(join(path, 'type'), `must be one of ${known.join(', ')}`, didYouMean(String(type), known))
    }
    rules[type]?.(value, path)
  }
}

/** Checks a list of at least one item, whose names are unique and not reserved. */
function named(item: (name: Rule) => Rule, reserved: readonly string[] = []): Rule {
  return (value, path) => {
    if (!Array.isArray(value) || value.length === 0) throw wrong(path, 'must be a list with at least one item')
    const names = new Set<unknown>(reserved)
    const check = item((name, at) => {
      const problem =
        nameProblem(name) ?? (names.has(name) ? `is '${String(name)}', which is reserved or a duplicate` : undefined)
      if (problem !== undefined) throw wrong(at, problem)
      names.add(name)
    })
    for (const [index, one] of value.entries()) check(one, `${path}[${index}]`)
  }
}

function fields(more: Readonly<Record<string, Rule>>, types: readonly FieldType[], reserved?: readonly string[]): Rule {
  const type = rule(mustBeOneOf(types))
  return named((name) => {
    const check = keys({ name, type, description: text, default: anything, ...more }, 'name', 'type')
    return (value, path) => {
      check(value, path)
      const { type: of, default: given } = value as { readonly type: FieldType; readonly default?: unknown }
      if (given === undefined) return
      const isMapList = of === 'list' && 'readOnly' in more
      const problem = isMapList ? 'is not allowed: a list field starts empty' : fieldProblem(of, given)
      if (problem !== undefined) throw wrong(join(path, 'default'), problem)
    }
  }, reserved)
}

function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '' || name.length > longestName) {
    return `must be a text of 1 to ${longestName} characters`
  }
  // A name starts a line of the rendering and is an object key.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) || name !== name.trim()) return 'must be one line without surrounding spaces'
  return name === '__proto__' ? 'must not be __proto__' : undefined
}

/** @param suggestion A sentence, or ''. */
function wrong(path: string, problem: string, suggestion = ''): Error {
  const what = path === '' ? 'The schema' : `The schema's ${path}`
  const message = `${what} ${problem}.${suggestion}`
  return blockError('BLOCK_SCHEMA_INVALID', message, 'Correct the schema of the block.', { path, problem })
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const item of Object.values(value)) freeze(item)
  Object.freeze(value)
}
