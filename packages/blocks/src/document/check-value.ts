import type { JsonValue, LamellaError } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core'
import { blockError } from '../errors.ts'
import type { EntryField } from '../schema/block-schema.ts'
import { fieldProblem } from '../schema/field-problem.ts'
import { copyJson, isWellFormed } from '../schema/json.ts'
import { nameOf } from '../schema/wrong.ts'

/** UTF-16 units of a text that is given at once. The memory of the CRDT library has an end. */
const longestText = 2 ** 24

/** The error for a value that cannot be taken. `problem` is the end of a sentence. */
export function badValue(what: string, problem: string): LamellaError<'BLOCK_VALUE_INVALID'> {
  return blockError('BLOCK_VALUE_INVALID', `${what} ${problem}.`, 'Give a value that the schema of the block has.', {
    what,
    problem,
  })
}

/** A text that can be kept. @throws LamellaError `BLOCK_VALUE_INVALID` */
export function checkText(what: string, text: unknown): string {
  if (typeof text !== 'string') throw badValue(what, `is ${nameOf(text)}, not a text`)
  if (text.length > longestText) throw badValue(what, `is longer than ${longestText} characters`)
  if (!isWellFormed(text)) throw badValue(what, 'has half of a surrogate pair')
  return text
}

/** A copy of any JSON. @throws LamellaError `BLOCK_VALUE_INVALID` */
export function checkJson(what: string, value: unknown): JsonValue {
  const copied = copyJson(value)
  if ('problem' in copied) throw badValue(what, `has ${copied.problem}`)
  return copied.value
}

/** A whole number from `least` to `most`. @throws LamellaError `BLOCK_VALUE_INVALID` */
export function checkWhole(what: string, value: unknown, least: number, most: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return value as number
  const range = most < least ? 'there is nothing to count' : `a whole number from ${least} to ${most}`
  throw badValue(what, `is ${typeof value === 'number' ? value : nameOf(value)}, but ${range} is needed`)
}

/**
 * An item or entry with the fields of its schema, its defaults put in.
 *
 * @throws LamellaError `BLOCK_VALUE_INVALID` for a field that is missing, wrong, or not in the schema
 */
export function checkObject(what: string, value: unknown, fields: readonly EntryField[]): Record<string, JsonValue> {
  const object = checkJson(what, value)
  if (!isObject(object)) throw badValue(what, `is ${nameOf(object)}, not an object`)
  const names = fields.map(({ name }) => name)
  const other = Object.keys(object).find((key) => !names.includes(key))
  if (other !== undefined) {
    throw badValue(`${what}.${other}`, `is not a field of the schema.${didYouMean(other, names)}`.replace(/\.$/, ''))
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
