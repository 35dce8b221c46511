import type { JsonValue, LamellaError } from '@lamella/core'
import { cutText, isObject } from '@lamella/core/plugin'
import { blockError } from '../errors.ts'
import type { EntryField } from '../schema/block-schema.ts'
import { fieldProblem } from '../schema/field-problem.ts'
import { copyJson, isWellFormed } from '../schema/json.ts'

/** The maximum number of UTF-16 units in the text of one call: the memory of the CRDT library is limited. */
const longestText = 2 ** 24

/** The maximum number of UTF-16 units in a name that an error message shows. */
const longestShown = 100
/** The maximum number of names that an error message lists. */
export const mostShown = 30

/** The error for a refused value. `problem` completes a sentence that starts with `what`; `fix` is a sentence. */
export function badValue(
  what: string,
  problem: string,
  fix = 'Correct the value. Nothing was changed.',
): LamellaError<'BLOCK_VALUE_INVALID'> {
  return blockError('BLOCK_VALUE_INVALID', `${what} ${problem}.`, fix, { what, problem })
}

/** Shortens a name for an error message: a name may be a megabyte long. */
export function shown(name: string): string {
  return cutText(name, longestShown)
}

/** Checks a text. @throws LamellaError `BLOCK_VALUE_INVALID` */
export function checkText(what: string, text: unknown): string {
  if (typeof text !== 'string') throw badValue(what, `is ${nameOf(text)}, not a text`)
  if (text.length > longestText) throw badValue(what, `is longer than ${longestText} characters`)
  if (!isWellFormed(text)) throw badValue(what, 'has half of a surrogate pair')
  return text
}

/** Copies a JSON value. @throws LamellaError `BLOCK_VALUE_INVALID` */
export function checkJson(what: string, value: unknown): JsonValue {
  const copied = copyJson(value)
  if ('problem' in copied) throw badValue(what, `has ${copied.problem}`)
  return copied.value
}

/** Checks a whole number. @throws LamellaError `BLOCK_VALUE_INVALID` */
export function checkWhole(what: string, value: unknown, least: number = Number.MIN_SAFE_INTEGER): number {
  if (isWhole(value) && value >= least) return value
  const wanted = least === Number.MIN_SAFE_INTEGER ? 'a whole number' : `a whole number, ${least} or more`
  throw badValue(what, `is ${numberName(value)}, not ${wanted}`)
}

/**
 * Checks a zero-based index into `count` items.
 *
 * @param last The largest index: `count` for the position of a new item.
 *
 * @throws LamellaError `BLOCK_VALUE_INVALID`
 */
export function checkIndex(value: unknown, count: number, last: number = count - 1): number {
  if (isWhole(value) && value >= 0 && value <= last) return value
  const items = count === 1 ? '1 item' : `${count} items`
  const fix =
    last < 0
      ? 'Add an item first.'
      : `Read the list again, because others may have changed it, and pass a number from 0 to ${last}.`
  throw badValue('index', `is ${numberName(value)}, and the list has ${items}`, fix)
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** Returns the type of a value, for a message. */
function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function numberName(value: unknown): string {
  return typeof value === 'number' ? String(value) : nameOf(value)
}

/**
 * Checks an item or entry against the fields of its schema and fills in defaults.
 *
 * @throws LamellaError `BLOCK_VALUE_INVALID` for a field that is missing, invalid, or not in the schema
 */
export function checkObject(what: string, value: unknown, fields: readonly EntryField[]): Record<string, JsonValue> {
  const object = checkJson(what, value)
  if (!isObject(object)) throw badValue(what, `is ${nameOf(object)}, not an object`)
  const names = fields.map(({ name }) => name)
  const other = Object.keys(object).find((key) => !names.includes(key))
  if (other !== undefined) {
    const known = names.slice(0, mostShown).join(', ')
    throw badValue(`${what}.${shown(other)}`, `is not a field of the schema, which has ${known}`)
  }
  const result: Record<string, JsonValue> = {}
  for (const field of fields) {
    const given = Object.hasOwn(object, field.name)
      ? (object[field.name] as JsonValue)
      : (field.default as JsonValue | undefined)
    if (given === undefined) {
      if (field.required === true) throw badValue(`${what}.${field.name}`, 'is missing')
      continue
    }
    const problem = fieldProblem(field.type, given)
    if (problem !== undefined) throw badValue(`${what}.${field.name}`, problem)
    result[field.name] = given
  }
  return result
}
