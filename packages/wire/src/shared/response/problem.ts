import { isLamellaError, type JsonValue } from '@lamella/core'
import { defined } from '../defined.ts'
import { type ResponseProblem, type WireErrorDetails, wireError } from '../errors.ts'
import type { PartialResponse } from './response.ts'

const fixes: Readonly<Record<ResponseProblem, string>> = {
  incomplete: 'Keep details.partial, or send the request again.',
  aborted: 'Keep details.partial, or send the request again.',
  failed: "Read details.error, and send the request again if the provider's error is temporary.",
  malformed: 'Check the address and that the function is that of its format; details.partial has what is whole.',
  'too-large': 'Raise the option limit if the response is genuine.',
}

/** What else is known about a response that is not usable. */
export interface ProblemFacts {
  readonly error?: JsonValue
  readonly status?: number
  readonly cause?: unknown
}

/**
 * Creates the error for a response that is not usable. A stream adds what came before.
 *
 * @param what What happened, as a sentence without a period.
 */
export function responseError(
  format: string,
  reason: ResponseProblem,
  what: string,
  { error, status, cause }: ProblemFacts = {},
): Error {
  return wireError('WIRE_RESPONSE', `${what}.`, fixes[reason], defined({ format, reason, error, status }), cause)
}

/** Creates the error for an error of the provider: the object itself is in the details. */
export function providerError(format: string, error: unknown, facts: ProblemFacts = {}): Error {
  const { message, type, code } = Object(error) as Readonly<Record<string, unknown>>
  const named = [type, code].find((value) => typeof value === 'string' || typeof value === 'number')
  const said = typeof error === 'string' ? error : typeof message === 'string' ? message : undefined
  const status = facts.status === undefined ? '' : ` (HTTP ${facts.status})`
  const what = [`${format} reported an error${status}`, named, said?.slice(0, 300)].filter((text) => text !== undefined)
  return responseError(format, 'failed', what.join(': '), { ...facts, error: error as JsonValue })
}

/** Adds what is whole to an error of a response; other errors, and those that have it, stay what they are. */
export function withPartial(error: unknown, partial: PartialResponse): unknown {
  if (!isLamellaError(error, 'WIRE_RESPONSE') || 'partial' in Object(error.details)) return error
  const { format, reason, ...details } = error.details as WireErrorDetails['WIRE_RESPONSE']
  return wireError('WIRE_RESPONSE', error.what, error.fix, { format, reason, ...details, partial }, error.cause)
}
