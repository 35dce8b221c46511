import { isLamellaError, type LamellaError, type ToolOutput } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'
import { refusal } from '@lamella/store'
import { type MemoryPermission, permissionText } from '../permissions/permission.ts'

/** Errors whose summary explains to the model what is wrong with its call. */
const faults = [
  'BLOCK_VALUE_INVALID',
  'BLOCK_FULL',
  'BLOCK_OPERATION_UNFIT',
  'BLOCK_TARGET_UNKNOWN',
  'BLOCK_META_INVALID',
  'BLOCK_MISSING',
  'STORE_VALUE_INVALID',
]

/**
 * Returns the answer to a failed call, and whether the model caused the failure.
 *
 * @param max The maximum number of characters in the answer.
 */
export function errorAnswer(error: unknown, max: number): { readonly output: ToolOutput; readonly isFault: boolean } {
  const fault = isLamellaError(error) ? faultText(error) : undefined
  return fault === undefined
    ? { output: refusal(failureText(error)), isFault: false }
    : { output: refusal(cutText(fault, max)), isFault: true }
}

/** What the model did wrong or may not do. */
function faultText(error: LamellaError): string | undefined {
  const { label, permission, needs, reason, from, what } = error.details as Readonly<Record<string, string>>
  if (error.code === 'BLOCK_CONSENT_NEEDED') {
    const who = from === 'human' ? 'a human' : 'the partner'
    return `Not done: a change to '${label}' needs the consent of ${who}, which cannot be requested here.`
  }
  if (error.code === 'BLOCK_FORBIDDEN') {
    if (reason === 'read-only') return `Not allowed: this part of block '${label}' is read-only.`
    if (reason === 'refused') return `Not allowed: the request to change block '${label}' was refused.`
    const has = permissionText(permission as MemoryPermission)
    return `Not allowed: the permission of block '${label}' is ${has}. This needs the permission ${needs}.`
  }
  // The model counts items from 1, the operation from 0.
  if (what === 'index') return 'There is no item with that number. View the block first.'
  return faults.includes(error.code) ? error.what : undefined
}

function failureText(error: unknown): string {
  if (isLamellaError(error, 'BLOCK_UNSUPPORTED')) return 'This memory cannot do that. Continue without it.'
  if (isLamellaError(error, 'BLOCK_UNSAVED')) return 'The change is made but not saved yet. Do not repeat it.'
  return 'The memory has failed. Continue without it, or try again later.'
}
