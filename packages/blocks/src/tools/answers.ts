import { isLamellaError, type LamellaError, type ToolOutput } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'
import { type MemoryPermission, permissionText } from '../permissions/permission.ts'

/** A result for the model. */
export function answer(value: string): ToolOutput {
  return { type: 'text', value: wellFormed(value) }
}

/** A result that says what the model did wrong, or may not do. */
export function refusal(value: string): ToolOutput {
  return { type: 'error-text', value: wellFormed(value) }
}

/** Half of a surrogate pair cannot be sent. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}

type Details = Readonly<Record<string, string>>

/** What the model did wrong, or may not do. */
const faults: Readonly<Record<string, (details: Details, error: LamellaError) => string>> = {
  BLOCK_FORBIDDEN: forbidden,
  BLOCK_CONSENT_NEEDED: ({ label, from }) => {
    const who = from === 'human' ? 'a human' : 'the partner'
    return `Not done: ${who} has to consent to changes of '${label}', and cannot be asked here.`
  },
  BLOCK_VALUE_INVALID: ({ what }, error) =>
    what === 'index' ? 'There is no item of that number. View the block first.' : withoutFix({}, error),
  BLOCK_FULL: withoutFix,
  BLOCK_OPERATION_UNFIT: withoutFix,
  BLOCK_TARGET_UNKNOWN: withoutFix,
  STORE_VALUE_INVALID: withoutFix,
  BLOCK_MISSING: withoutFix,
}

/** What is not the model's fault. */
const failures: Readonly<Record<string, string>> = {
  BLOCK_UNSUPPORTED: 'This memory cannot do that. Go on without it.',
  BLOCK_UNSAVED: 'The change is made, but could not be saved yet. Do not make it again.',
}

/**
 * The answer to a call that failed, and whether the program should hear of the error.
 *
 * @param max Characters of the answer.
 */
export function toldError(error: unknown, max: number): { readonly output: ToolOutput; readonly isOurs: boolean } {
  const code = isLamellaError(error) ? error.code : ''
  const fault = Object.hasOwn(faults, code) ? faults[code] : undefined
  if (isLamellaError(error) && fault !== undefined) {
    return { output: refusal(cutText(fault(error.details as Details, error), max)), isOurs: false }
  }
  const failure = Object.hasOwn(failures, code) ? failures[code] : undefined
  return {
    output: refusal(failure ?? 'The memory has failed. Go on without it, or try once more later.'),
    isOurs: true,
  }
}

/** What happened, without the advice to programmers. */
function withoutFix(_: Details, { message, fix, code }: LamellaError): string {
  return message.slice(0, Math.max(0, message.length - ` ${fix} [${code}]`.length))
}

function forbidden({ label, permission, needs, reason }: Details): string {
  if (reason === 'read-only') return `Not allowed: this part of block '${label}' is read-only.`
  if (reason === 'refused') return `Not allowed: the change of block '${label}' was asked for and refused.`
  const would = needs === 'system' ? 'Only the program itself can do that' : `It would need the permission ${needs}`
  return `Not allowed: the permission of block '${label}' is ${permissionText(permission as MemoryPermission)}. ${would}.`
}
