import type { LamellaError } from '@lamella/core'
import { blockError } from '../errors.ts'
import { requires } from './decide.ts'
import type { Access, MemoryPermission } from './permission.ts'

/** An attempted operation, for errors and consent requests. */
export interface Attempt {
  readonly label: string
  /** Such as `setText`. */
  readonly operation: string
  readonly access: Access
  readonly permission: MemoryPermission
  readonly section?: string | undefined
  readonly field?: string | undefined
}

const asSystem = 'to write as the program itself, use document.asSystem(), or { system: true } of the memory'
const people = { partner: 'the partner', human: 'a human' } as const

/**
 * @param readOnly Only the system may change the field or section.
 * @param why Why only the system may, if it is not a mark of the schema: the end of a sentence.
 */
export function forbidden(attempt: Attempt, readOnly = false, why?: string): LamellaError<'BLOCK_FORBIDDEN'> {
  const { label, operation, access, permission, section, field } = attempt
  const needs = readOnly ? 'system' : requires(access)
  const where = [field && `field '${field}'`, section && `section '${section}'`, `block '${label}'`].filter(Boolean)
  return blockError(
    'BLOCK_FORBIDDEN',
    readOnly
      ? `${operation} is not allowed: ${why ?? `${where.join(' of ')} is read-only`}.`
      : `${operation} is not allowed: block '${label}' has the permission ${permission}, but ${access} needs ${needs}.`,
    readOnly
      ? `Only the system can change it: ${asSystem}.`
      : `Give the block the permission ${needs}; or, ${asSystem}.`,
    { label, operation, access, permission, needs, reason: readOnly ? 'read-only' : 'permission' },
  )
}

export function consentNeeded(attempt: Attempt, from: 'partner' | 'human'): LamellaError<'BLOCK_CONSENT_NEEDED'> {
  const { label, operation, access, permission, section } = attempt
  const document = section === undefined ? 'document' : `document.section('${section}')`
  return blockError(
    'BLOCK_CONSENT_NEEDED',
    `${operation} needs the consent of ${people[from]}: block '${label}' has the permission ${permission}.`,
    `Call await ${document}.request('${operation}', …) on a document with a 'consent' function.`,
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
    `${operation} is not allowed: ${people[from]} did not consent to the change of block '${label}'.`,
    cause === undefined
      ? 'Continue without the change, or give a reason and ask again.'
      : 'The consent function threw: see the cause.',
    { label, operation, access, permission, needs: requires(access), reason: 'refused' },
    cause,
  )
}
