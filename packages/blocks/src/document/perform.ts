import type { JsonValue, LamellaError } from '@lamella/core'
import { didYouMean, isObject } from '@lamella/core/plugin'
import { blockError } from '../errors.ts'
import type { Circumstances } from '../permissions/decide.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import type { Attempt } from '../permissions/refusal.ts'
import { badValue, checkJson, shown } from './check-value.ts'
import type { ChangeTarget } from './document-event.ts'
import { type Operation, operationsByName } from './operations.ts'
import { fieldOf, type Part, type Parts } from './roots.ts'

/** What is called, and by whom. */
export interface Called {
  readonly name: string
  /** `undefined`: the block itself. */
  readonly section: unknown
  readonly args: readonly unknown[]
  readonly system: boolean
}

/** A call that fits the schema of the document. */
export interface Call extends Called {
  readonly operation: Operation
  readonly part: Part
  readonly attempt: Attempt
  readonly circumstances: Circumstances
}

/**
 * Finds the operation and the part of a call, before anyone is asked and anything changes. No argument is ever taken for an
 * option, because a model may have written the arguments.
 *
 * @throws LamellaError `BLOCK_OPERATION_UNFIT`, `BLOCK_TARGET_UNKNOWN`, `BLOCK_VALUE_INVALID` for too many arguments
 */
export function findCall(parts: Parts, label: string, permission: MemoryPermission, called: Called): Call {
  const { name, section, args, system } = called
  const operation = operationsByName.get(name)
  if (operation === undefined) throw unfit(label, name, 'is not an operation of a document')
  if (args.length > operation.arity) {
    throw badValue(
      name,
      `was called with ${args.length} arguments and takes ${operation.arity}`,
      'Leave out the rest. Where the program itself writes, call the operation of document.asSystem().',
    )
  }
  const part = findPart(parts, label, section, name)
  const { type } = part.schema
  if (type !== operation.type) {
    const where = part.section === undefined ? 'the block' : `section '${part.section}'`
    throw unfit(label, name, `is for the type ${operation.type}, and ${where} is of the type ${type}`, type)
  }
  const field = type === 'map' ? findField(part, label, args[0]) : undefined
  const readOnly = part.readOnly || field?.readOnly === true
  const { access } = operation
  const attempt = { label, operation: name, access, permission, section: part.section, field: field?.name }
  return { ...called, operation, part, attempt, circumstances: { system, readOnly } }
}

/** The block itself, or a section. @throws LamellaError `BLOCK_OPERATION_UNFIT`, `BLOCK_TARGET_UNKNOWN` */
export function findPart(parts: Parts, label: string, section: unknown, operation: string): Part {
  const part = parts.get(section as string | undefined)
  if (part !== undefined) return part
  if (section === undefined) throw unfit(label, operation, 'needs a section: use document.section(name)', 'composite')
  if (parts.has(undefined)) throw unfit(label, operation, 'is called for a section, and the block has none')
  throw unknownTarget(label, 'section', section, [...parts.keys()])
}

/** @throws LamellaError `BLOCK_TARGET_UNKNOWN` for a section or field that the schema does not have */
export function mustKnowTarget(parts: Parts, label: string, target: ChangeTarget): void {
  if (!isObject(target)) throw badValue('target', 'must be { section?, field? }')
  const { section, field }: ChangeTarget = target
  const part = parts.get(section)
  if (part === undefined) throw unknownTarget(label, 'section', section, [...parts.keys()])
  if (field !== undefined) findField(part, label, field)
}

function findField(part: Part, label: string, name: unknown): NonNullable<ReturnType<typeof fieldOf>> {
  const field = fieldOf(part, name)
  if (field !== undefined) return field
  const known = part.schema.type === 'map' ? part.schema.fields.map((one) => one.name) : []
  throw unknownTarget(label, 'field', name, known)
}

/** Copies arguments, so that what is done is what was consented to. */
export function copyArgs(args: readonly unknown[]): readonly (JsonValue | undefined)[] {
  return args.map((arg, index) => (arg === undefined ? undefined : checkJson(`argument ${index + 1}`, arg)))
}

function unknownTarget(
  label: string,
  kind: 'field' | 'section',
  name: unknown,
  names: readonly (string | undefined)[],
): LamellaError<'BLOCK_TARGET_UNKNOWN'> {
  const known = names.filter((one) => one !== undefined)
  const target = typeof name === 'string' ? name : typeof name
  return blockError(
    'BLOCK_TARGET_UNKNOWN',
    `Block '${label}' has no ${kind} '${shown(target)}'.${didYouMean(target, known)}`,
    known.length === 0 ? `It has no ${kind}s.` : `It has ${known.map((one) => `'${one}'`).join(', ')}.`,
    { label, target, known },
  )
}

function unfit(label: string, operation: string, problem: string, type = ''): LamellaError<'BLOCK_OPERATION_UNFIT'> {
  const message = `${operation} ${problem} (block '${label}').`
  const fix = "Use the operations of the block's schema."
  return blockError('BLOCK_OPERATION_UNFIT', message, fix, { label, operation, type })
}
