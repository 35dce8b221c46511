import { isLamellaError, type LamellaError, type ToolOutput } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'
import { type MemoryPermission, permissionText } from '../permissions/permission.ts'

/** A result for the model. */
export function answer(value: string): ToolOutput {
  return { type: 'text', value: wellFormed(value) }
}

/** A result for the model that says what it did wrong, or what it may not do. */
export function refusal(value: string): ToolOutput {
  return { type: 'error-text', value: wellFormed(value) }
}

/** Half of a surrogate pair is nothing that can be sent. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}

/** Codes of errors that the model can do something about. */
const ofTheModel = [
  'BLOCK_FULL',
  'BLOCK_OPERATION_UNFIT',
  'BLOCK_TARGET_UNKNOWN',
  'BLOCK_VALUE_INVALID',
  'STORE_VALUE_INVALID',
  'BLOCK_MISSING',
]

/** What the model is told of an error, and whether it is the program's as well. */
export interface ToldError {
  readonly output: ToolOutput
  readonly isOurs: boolean
}

/** @param max Characters of what is told. */
export function toldError(error: unknown, max: number): ToldError {
  if (isLamellaError(error, 'BLOCK_FORBIDDEN')) return { output: refusal(forbidden(error)), isOurs: false }
  if (isLamellaError(error, 'BLOCK_CONSENT_NEEDED')) {
    const { label, from } = error.details as { readonly label: string; readonly from: string }
    const who = from === 'human' ? 'A human' : 'The partner'
    const told = `Not done: ${who.toLowerCase()} has to consent to changes of '${label}', and cannot be asked here.`
    return { output: refusal(told), isOurs: false }
  }
  if (isLamellaError(error, 'BLOCK_VALUE_INVALID') && (error.details as { readonly what: string }).what === 'index') {
    return { output: refusal('There is no item of that number. View the block first.'), isOurs: false }
  }
  if (isLamellaError(error) && ofTheModel.includes(error.code)) {
    return { output: refusal(cutText(withoutFix(error), max)), isOurs: false }
  }
  if (isLamellaError(error, 'BLOCK_UNSUPPORTED')) {
    return { output: refusal('This memory cannot do that. Go on without it.'), isOurs: true }
  }
  if (isLamellaError(error, 'BLOCK_UNSAVED')) {
    return { output: refusal('The change is made, but could not be saved yet. Do not make it again.'), isOurs: true }
  }
  return { output: refusal('The memory has failed. Go on without it, or try once more later.'), isOurs: true }
}

/** What happened, without what a programmer can do about it. */
function withoutFix({ message, fix, code }: LamellaError): string {
  return message.slice(0, Math.max(0, message.length - ` ${fix} [${code}]`.length))
}

function forbidden(error: LamellaError): string {
  const { label, permission, needs, reason } = error.details as {
    readonly label: string
    readonly permission: MemoryPermission
    readonly needs: string
    readonly reason: string
  }
  if (reason === 'read-only') return `Not allowed: this part of block '${label}' is read-only.`
  if (reason === 'refused') return `Not allowed: the change of block '${label}' was asked for and refused.`
  const would = needs === 'system' ? 'Only the program itself can do that' : `It would need the permission ${needs}`
  return `Not allowed: the permission of block '${label}' is ${permissionText(permission)}. ${would}.`
}
