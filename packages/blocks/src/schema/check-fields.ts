import type { JsonValue } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import { fieldProblem, isFieldType } from './field-problem.ts'
import { type Raw, wrong } from './wrong.ts'

const longestName = 100
const keys = {
  map: ['name', 'type', 'description', 'default', 'readOnly'],
  entry: ['name', 'type', 'description', 'default', 'required'],
} as const

/** Checks the fields of a map, or those of an item or log entry. `taken` are names that are not theirs to have. */
export function checkFields(
  fields: readonly JsonValue[],
  path: string,
  of: 'map' | 'entry',
  taken: readonly string[] = [],
): void {
  const names = new Set(taken)
  for (const [index, field] of fields.entries()) checkField(field, `${path}[${index}]`, of, names)
}

function checkField(field: JsonValue, path: string, of: 'map' | 'entry', names: Set<string>): void {
  if (!isObject(field)) throw wrong(path, 'must be an object with a name and a type')
  const known: readonly string[] = keys[of]
  const other = Object.keys(field).find((key) => !known.includes(key))
  if (other !== undefined) throw wrong(`${path}.${other}`, `${whyNot(other, of)}${didYouMean(other, known)}`)
  checkName(field, path, names)
  const { type } = field
  if (!isFieldType(type)) {
    throw wrong(`${path}.type`, 'must be one of text, number, boolean, timestamp, counter, list')
  }
  if (of === 'entry' && type === 'counter')
    throw wrong(`${path}.type`, 'is counter, which only a field of a map can be')
  if (field['required'] !== undefined && typeof field['required'] !== 'boolean') {
    throw wrong(`${path}.required`, 'must be true or false')
  }
  if (field['default'] === undefined) return
  if (of === 'map' && type === 'list') throw wrong(`${path}.default`, 'is not possible: a list begins empty')
  const problem = fieldProblem(type, field['default'])
  if (problem !== undefined) throw wrong(`${path}.default`, problem)
}

function whyNot(key: string, of: 'map' | 'entry'): string {
  if (key === 'readOnly' && of === 'entry') return 'is for fields of a map and for sections.'
  if (key === 'required' && of === 'map') return 'is for fields of items and of log entries.'
  return 'is not a key of a field.'
}

/** Checks what fields and sections have in common: the name, which nothing else has, the description, the mark. */
export function checkName(named: Raw, path: string, names: Set<string>): void {
  const { name, description, readOnly } = named
  if (typeof name !== 'string' || name === '' || name.length > longestName) {
    throw wrong(`${path}.name`, `must be a text of 1 to ${longestName} characters`)
  }
  // It stands at the beginning of a line, and in keys of objects.
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) || name !== name.trim()) {
    throw wrong(`${path}.name`, 'must be one line, without spaces around it')
  }
  if (name === '__proto__') throw wrong(`${path}.name`, 'cannot be __proto__')
  if (names.has(name)) throw wrong(`${path}.name`, `is '${name}', which is taken already`)
  names.add(name)
  if (description !== undefined && typeof description !== 'string') throw wrong(`${path}.description`, 'must be a text')
  if (readOnly !== undefined && typeof readOnly !== 'boolean') throw wrong(`${path}.readOnly`, 'must be true or false')
}
