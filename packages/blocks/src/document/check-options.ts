import { type Checks, checkOptions, mustBeFunction, mustBeOneOf, mustBeText } from '@lamella/core/plugin'
import { memoryPermissions } from '../permissions/permission.ts'
import { labelProblem } from '../render/label.ts'
import { isWellFormed } from '../schema/json.ts'
import type { DocumentOptions, LoadOptions } from './structured-document.ts'

export const mustBeWellFormed = (value: unknown): string | undefined =>
  mustBeText(value) ?? (isWellFormed(value as string) ? undefined : 'has half of a surrogate pair')

const mustBeName = (value: unknown): string | undefined =>
  mustBeWellFormed(value) ?? (value === '' ? 'is empty' : undefined)

const largestPeer = 2n ** 64n - 2n

const checks: Checks<DocumentOptions> = {
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

// The import checks the bytes.
const loadChecks: Checks<LoadOptions> = { ...checks, snapshot: () => undefined, updates: () => undefined }

/** @throws LamellaError `OPTION_INVALID` */
export function checkDocumentOptions(what: string, options: DocumentOptions): void {
  checkOptions(what, options, checks, ['schema', 'label'])
}

/** @throws LamellaError `OPTION_INVALID` */
export function checkLoadOptions(what: string, options: LoadOptions): void {
  checkOptions(what, options, loadChecks, ['schema', 'label'])
}
