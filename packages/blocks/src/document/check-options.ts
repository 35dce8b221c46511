import { type Checks, mustBeFunction, mustBeOneOf, mustBeText } from '@lamella/core/plugin'
import { memoryPermissions } from '../permissions/permission.ts'
import { labelProblem } from '../render/label.ts'
import { isWellFormed } from '../schema/json.ts'
import type { DocumentOptions, LoadOptions } from './structured-document.ts'

export const mustBeWellFormed = (value: unknown): string | undefined =>
  mustBeText(value) ?? (isWellFormed(value as string) ? undefined : 'has half of a surrogate pair')

const mustBeName = (value: unknown): string | undefined =>
  mustBeWellFormed(value) ?? (value === '' ? 'is empty' : undefined)

const largestPeer = 2n ** 64n - 2n

/** The checks of `createDocument`. */
export const documentChecks: Checks<DocumentOptions> = {
  // checkSchema checks this one.
  schema: () => undefined,
  label: labelProblem,
  permission: mustBeOneOf(memoryPermissions),
  description: mustBeWellFormed,
  agent: mustBeName,
  sharedFrom: mustBeName,
  consent: mustBeFunction,
  peer: (value) => {
    const isNumber = typeof value === 'bigint' || (typeof value === 'string' && /^\d{1,20}$/.test(value))
    const peer = isNumber ? BigInt(value) : -1n
    return peer >= 0n && peer <= largestPeer
      ? undefined
      : 'must be a whole number from 0 to 2^64 - 2, as bigint or text'
  },
}

/** The checks of `loadDocument`; the import checks the bytes. */
export const loadChecks: Checks<LoadOptions> = {
  ...documentChecks,
  snapshot: () => undefined,
  updates: () => undefined,
}
