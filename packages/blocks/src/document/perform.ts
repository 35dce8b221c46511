import type { JsonValue, LamellaError } from '@lamella/core'
import { didYouMean } from '@lamella/core/plugin'
import { blockError } from '../errors.ts'
import type { Circumstances } from '../permissions/decide.ts'
import type { MemoryPermission } from '../permissions/permission.ts'
import type { Attempt } from '../permissions/refusal.ts'
import { checkJson, shown } from './check-value.ts'
import { type Operation, operationsByName } from './operations.ts'
import { fieldOf, type Part } from './roots.ts'

/** An operation that fits the document, with what it is done to. */
export interface Call {
  readonly operation: Operation
  readonly part: Part
  readonly args: readonly unknown[]
  readonly attempt: Attempt
  readonly circumstances: Circumstances
}

/** What is called, and by whom. */
export interface Called {
  readonly label: string
  readonly permission: MemoryPermission
  readonly name: string
  /** `undefined`: the block itself. */
  readonly section: unknown
  readonly args: readonly unknown[]
  readonly system: boolean
}

/**
 * Finds what an operation is done to, before anything is asked or changed.
 *
 * @throws LamellaError `BLOCK_OPERATION_UNFIT`, `BLOCK_TARGET_UNKNOWN`
 */
export function findCall(parts: ReadonlyMap<string | undefined, Part>, called: Called): Call {
  const { label, permission, name, section, args, system } = called
  const operation = operationsByName.get(name)
  if (operation === undefined) throw unfit(called, 'is no operation of a document')
  const part = findPart(parts, label, section, called)
  const { type } = part.schema
  if (type !== operation.type) {
    const where = part.section === undefined ? 'the block' : `section '${part.section}'`
    throw unfit(called, `is for the type ${operation.type}, and ${where} is of the type ${type}`, type)
  }
  const field = type === 'map' ? args[0] : undefined
  const schema = fieldOf(part, field)
  if (part.schema.type === 'map' && schema === undefined) {
    throw unknownTarget(
      label,
      'field',
      field,
      part.schema.fields.map((one) => one.name),
    )
  }
  const readOnly = part.readOnly || schema?.readOnly === true
  const attempt = {
    label,
    operation: part.section === undefined ? name : `${name}InSection`,
    access: operation.access,
    permission,
    section: part.section,
    field: schema?.name,
  }
  return { operation, part, args, attempt, circumstances: { system, readOnly } }
}

function findPart(parts: ReadonlyMap<string | undefined, Part>, label: string, section: unknown, called: Called): Part {
  const part = parts.get(section as string | undefined)
  if (part !== undefined) return part
  const known = [...parts.keys()].filter((name) => name !== undefined)
  if (section === undefined) throw unfit(called, `needs a section: use ${called.name}InSection`, 'composite')
  if (known.length === 0) throw unfit(called, 'is called for a section, and the block has none')
  throw unknownTarget(label, 'section', section, known)
}

/** Copies of arguments, so that what somebody consents to is what is done. */
export function copyArgs(args: readonly unknown[]): readonly (JsonValue | undefined)[] {
  return args.map((arg, index) => (arg === undefined ? undefined : checkJson(`argument ${index + 1}`, arg)))
}

/** The error for a field or section that the schema does not have. */
export function unknownTarget(
  label: string,
  kind: 'field' | 'section',
  name: unknown,
  known: readonly string[],
): LamellaError<'BLOCK_TARGET_UNKNOWN'> {
  const target = typeof name === 'string' ? name : typeof name
  return blockError(
    'BLOCK_TARGET_UNKNOWN',
    `Block '${label}' has no ${kind} '${shown(target)}'.${didYouMean(target, known)}`,
    known.length === 0 ? `It has no ${kind}s.` : `It has ${known.map((one) => `'${one}'`).join(', ')}.`,
    { label, target, known },
  )
}

function unfit({ label, name }: Called, problem: string, type = ''): LamellaError<'BLOCK_OPERATION_UNFIT'> {
  return blockError(
    'BLOCK_OPERATION_UNFIT',
    `${name} ${problem} (block '${label}').`,
    'Use the operations of the schema of the block.',
    { label, operation: name, type },
  )
}
