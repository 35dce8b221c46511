import type { CompactionRequest, NativeSummary } from '@lamella/core/plugin'
import { withDeadline } from '@lamella/core/plugin'
import { checkParameter } from '../check-parameter.ts'
import { type CompactionProblem, wireError } from '../errors.ts'

/** The most characters of a summary for each token that it may have: no tokenizer has longer tokens on average. */
export const charactersPerToken = 16

/** The most characters of JSON text that a store keeps of a summary. */
const largestNative = 4 * 1024 * 1024

/** Sends a request for a summary; stops waiting when the signal says so, even if `send` does not. */
export async function sendCompaction(
  name: string,
  { signal }: CompactionRequest,
  send: () => unknown,
): Promise<unknown> {
  return withDeadline(async () => send(), { what: `The summary by ${name}`, signal })
}

/** Creates the error for an answer that is not a summary. Nothing has changed then. */
export function noSummary(strategy: string, reason: CompactionProblem, what: string, stopReason?: string): Error {
  return wireError(
    'WIRE_COMPACTION',
    `The answer for the strategy ${strategy} is not a summary: ${what}.`,
    'Nothing was replaced. Try again later, with more tokens, or with another strategy.',
    { strategy, reason, ...(stopReason !== undefined && { stopReason }) },
  )
}

/** Whether a value from a provider is too large to be kept. */
export function isTooLarge({ content }: NativeSummary): boolean {
  return JSON.stringify(content).length > largestNative
}

/** Returns the request, which must name its model. */
export function withModel<Request extends { readonly model?: string }>(
  format: string,
  request: Request,
): Request & { readonly model: string } {
  const { model } = request
  checkParameter(format, 'model', model, model !== undefined, 'the name of a model')
  return request as Request & { readonly model: string }
}
