import type { LamellaError } from '@lamella/core'
import { blockError } from '../errors.ts'
import { requires } from './decide.ts'
import type { Access, MemoryPermission } from './permission.ts'

/** What somebody wanted to do, as errors and consent requests tell it. */
export interface Attempt {
  /** Of the block. */
  readonly label: string
  /** Such as `setText`. */
  readonly operation: string
  readonly access: Access
  readonly permission: MemoryPermission
  /** The section and the field it is about. */
  readonly section?: string | undefined
  readonly field?: string | undefined
}

/** The error for what an agent may not do. With `readOnly`: because the field or section is for the system alone. */
export function forbidden(attempt: Attempt, readOnly = false): LamellaError<'BLOCK_FORBIDDEN'> {
  const { label, operation, access, permission } = attempt
  const needs = readOnly ? 'system' : requires(access)
  const why = readOnly
    ? `${targetOf(attempt)} is read-only`
    : `the permission of block '${label}' is ${permission}, and to ${verbs[access]} needs ${needs}`
  return blockError(
    'BLOCK_FORBIDDEN',
    `${operation} is not allowed: ${why}.`,
    readOnly
      ? `Only the system can change it: ${asSystem}.`
      : `Give the block the permission ${needs}, or ${asSystem}.`,
    { label, operation, access, permission, needs, reason: readOnly ? 'read-only' : 'permission' },
  )
}

/** The error for what needs somebody's consent first. */
export function consentNeeded(attempt: Attempt, from: 'partner' | 'human'): LamellaError<'BLOCK_CONSENT_NEEDED'> {
  const { label, operation, access, permission, section } = attempt
  const document = section === undefined ? 'document' : `document.section('${section}')`
  return blockError(
    'BLOCK_CONSENT_NEEDED',
    `${operation} needs the consent of ${whom[from]}: the permission of block '${label}' is ${permission}.`,
    `Call await ${document}.request('${operation}', …) on a document that has a 'consent' function.`,
    { label, operation, access, permission, from },
  )
}

/** The error for what somebody was asked about and did not consent to. */
export function consentRefused(
  attempt: Attempt,
  from: 'partner' | 'human',
  cause?: unknown,
): LamellaError<'BLOCK_FORBIDDEN'> {
  const { label, operation, access, permission } = attempt
  return blockError(
    'BLOCK_FORBIDDEN',
    `${operation} is not allowed: ${whom[from]} was asked about block '${label}' and did not consent.`,
    cause === undefined ? 'Do without it, or ask again with a reason.' : 'The consent function threw: see the cause.',
    { label, operation, access, permission, needs: requires(access), reason: 'refused' },
    cause,
  )
}

const asSystem = 'where the program itself writes, use document.asSystem(), or { system: true } of the memory'
const whom = { partner: 'the partner', human: 'a human' } as const
const verbs: Readonly<Record<Access, string>> = {
  read: 'read',
  append: 'append',
  overwrite: 'overwrite',
  delete: 'delete',
}

function targetOf({ label, section, field }: Attempt): string {
  const inSection = section === undefined ? '' : ` section '${section}' of`
  return field === undefined
    ? `${inSection.trimStart()} block '${label}'`.trimStart()
    : `field '${field}' of${inSection} block '${label}'`
}
