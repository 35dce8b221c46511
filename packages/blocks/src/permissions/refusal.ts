import type { LamellaError } from '@lamella/core'
import { blockError } from '../errors.ts'
import { requires } from './decide.ts'
import type { Access, MemoryPermission } from './permission.ts'

/** What somebody wants to do, for errors and consent requests. */
export interface Attempt {
  readonly label: string
  /** Such as `setText`. */
  readonly operation: string
  readonly access: Access
  readonly permission: MemoryPermission
  readonly section?: string | undefined
  readonly field?: string | undefined
}

const asSystem = 'where the program itself writes, use document.asSystem(), or { system: true } of the memory'
const whom = { partner: 'the partner', human: 'a human' } as const

/** @param readOnly The field or section is for the system alone. */
export function forbidden(attempt: Attempt, readOnly = false): LamellaError<'BLOCK_FORBIDDEN'> {
  const { label, operation, access, permission, section, field } = attempt
  const needs = readOnly ? 'system' : requires(access)
  const where = [field && `field '${field}'`, section && `section '${section}'`, `block '${label}'`].filter(Boolean)
  return blockError(
    'BLOCK_FORBIDDEN',
    readOnly
      ? `${operation} is not allowed: ${where.join(' of ')} is read-only.`
      : `${operation} is not allowed: the permission of block '${label}' is ${permission}, and to ${access} needs ${needs}.`,
    readOnly
      ? `Only the system can change it: ${asSystem}.`
      : `Give the block the permission ${needs}, or ${asSystem}.`,
    { label, operation, access, permission, needs, reason: readOnly ? 'read-only' : 'permission' },
  )
}

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
