import type { JsonValue, LamellaError } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import { blockError } from '../errors.ts'
import type { Circumstances } from '../permissions/decide.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import type { Attempt } from '../permissions/refusal.ts'
import type { FieldSchema } from '../schema/block-schema.ts'
import { badValue, checkJson, mostShown, shown } from './check-value.ts'
import type { ChangeTarget } from './document-event.ts'
import { type Operation, operationsByName } from './operations.ts'
import type { Part, Parts } from './parts.ts'

/** A call of an operation, as the caller wrote it. */
export interface Called {
  readonly name: string
  /** `undefined` for the whole block. */
  readonly section: unknown
  readonly args: readonly unknown[]
  /** Whether the caller is the program itself, not an agent. */
  readonly system: boolean
}

/** A call that fits the schema of the document. */
export interface Call extends Called {
  readonly operation: Operation
  readonly part: Part
  readonly field: FieldSchema | undefined
  readonly attempt: Attempt
  readonly circumstances: Circumstances
}

/**
 * Finds the operation, the part and the field of a call before requesting consent and changing anything. Arguments are
 * never options, because a model may have written them.
 *
 * @throws LamellaError `BLOCK_OPERATION_UNFIT`, `BLOCK_TARGET_UNKNOWN`, `BLOCK_VALUE_INVALID` for too many arguments or a field of
 * another type
 */
export function findCall(parts: Parts, label: string, permission: MemoryPermission, called: Called): Call {
  const { name, section, args, system } = called
  const operation = operationsByName.get(name)
  if (operation === undefined) throw unfit(label, name, `'${shown(name)}' is not an operation of a document.`, '')
  const { length } = operation.args
  if (args.length > length) {
    throw badValue(
      name,
      `takes ${length === 1 ? '1 argument' : `${length} arguments`}, not ${args.length}`,
      'Leave out the others. To write as the program itself, call the operation of document.asSystem().',
    )
  }
  const part = findPart(parts, label, section, name)
  const { type } = part.schema
  if (type !== operation.type) {
    const where = part.section === undefined ? `Block '${label}'` : `Section '${part.section}' of block '${label}'`
    throw unfit(label, name, `${where} is a ${type}, but this operation is for a ${operation.type}.`, type)
  }
  const field = type === 'map' ? findField(part, label, args[0]) : undefined
  const { access, fieldType } = operation
  if (field !== undefined && fieldType !== undefined && field.type !== fieldType) {
    throw badValue(field.name, `is a ${field.type} field, not a ${fieldType} field`)
  }
  const readOnly = part.readOnly || field?.readOnly === true
  const attempt = { label, operation: name, access, permission, section: part.section, field: field?.name }
  return { ...called, operation, part, field, attempt, circumstances: { system, readOnly } }
}

/** Returns the whole block or one section. @throws LamellaError `BLOCK_OPERATION_UNFIT`, `BLOCK_TARGET_UNKNOWN` */
export function findPart(parts: Parts, label: string, section: unknown, operation: string): Part {
  const part = parts.get(section as string | undefined)
  if (part !== undefined) return part
  const names = [...parts.keys()].filter((name) => name !== undefined)
  if (section === undefined) {
    throw unfit(label, operation, `Block '${label}' has sections: name one of them (${names.join(', ')}).`, 'composite')
  }
  if (names.length === 0) throw unfit(label, operation, `Block '${label}' has no sections.`, '')
  throw unknownTarget(label, 'section', section, names)
}

/** @throws LamellaError `BLOCK_TARGET_UNKNOWN` for a section or field that the schema does not have */
export function checkTarget(parts: Parts, label: string, target: ChangeTarget): void {
  if (!isObject(target)) throw badValue('target', 'must be { section?, field? }')
  const { section, field }: ChangeTarget = target
  const part = parts.get(section)
  if (part === undefined) throw unknownTarget(label, 'section', section, [...parts.keys()])
  if (field !== undefined) findField(part, label, field)
}

function findField({ schema }: Part, label: string, name: unknown): FieldSchema {
  const fields = schema.type === 'map' ? schema.fields : []
  const field = fields.find((one) => one.name === name)
  if (field !== undefined) return field
  const names = fields.map((one) => one.name)
  throw unknownTarget(label, 'field', name, names)
}

/** Copies arguments, so that the operation performs exactly what was consented to. */
export function copyArgs({ name, args }: Called): readonly (JsonValue | undefined)[] {
  const names = operationsByName.get(name)?.args ?? []
  return args.map((arg, index) => (arg === undefined ? undefined : checkJson(names[index] ?? 'an argument', arg)))
}

function unknownTarget(
  label: string,
  kind: 'field' | 'section',
  name: unknown,
  names: readonly (string | undefined)[],
): LamellaError<'BLOCK_TARGET_UNKNOWN'> {
  const known = names.filter((one) => one !== undefined)
  const target = typeof name === 'string' ? name : typeof name
  const quoted = known.slice(0, mostShown).map((one) => `'${one}'`)
  const list = known.length === 0 ? `It has no ${kind}s.` : `It has ${quoted.join(', ')}.`
  return blockError(
    'BLOCK_TARGET_UNKNOWN',
    `Block '${label}' has no ${kind} '${shown(target)}'.${didYouMean(target, known)} ${list}`,
    `Use a ${kind} from the schema.`,
    { label, kind, target, known },
  )
}

function unfit(label: string, operation: string, message: string, type: string): LamellaError<'BLOCK_OPERATION_UNFIT'> {
  const fix =
    type === 'composite'
      ? `Call ${operation} of document.section(name).`
      : `Instead of ${shown(operation)}, use an operation of the block's schema.`
  return blockError('BLOCK_OPERATION_UNFIT', message, fix, { label, operation, type })
}
