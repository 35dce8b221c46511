import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import { readMismatches, readOpenAICache } from '../../shared/response/diagnosis.ts'
import { finishReasonOf } from '../../shared/response/finish-reasons.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { responseError } from '../../shared/response/problem.ts'
import { decodeUsable } from '../../shared/response/usable-parts.ts'
import { countOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { fromOpenAIResponses } from '../decode/decode.ts'
import { accumulateResponses } from './accumulate.ts'
import { usableOutput } from './output.ts'

const title = 'OpenAI Responses'

/** Responses of OpenAI Responses. */
export const openaiResponsesResponses: ResponseFormat = { title, hasChoices: false, read, begin: accumulateResponses }

function read(body: UnknownRecord, _choice: number, mends: Mends): ReadResponse {
  const { output, status, incomplete_details: details, usage } = body
  if (!Array.isArray(output)) throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const { items, torn } = usableOutput(output, body['id'], mends)
  const reason = isRecord(details) ? details['reason'] : undefined
  const rawFinishReason = [reason, status].find((value) => typeof value === 'string')
  return {
    messages: decodeUsable(items, 'output', fromOpenAIResponses, mends),
    torn,
    finishReason: finishReasonOf(rawFinishReason),
    rawFinishReason,
    usage: readUsage(usage),
    diagnosis: {
      ...readMismatches(body['input_transformations']),
      ...readOpenAICache(body['prompt_cache_diagnostics']),
    },
  }
}

/** Source: openai 6.49.0, `ResponseUsage`: the totals contain the details. Read on 2026-11-23. */
function readUsage(usage: unknown): Usage | undefined {
  const { input_tokens_details: input, output_tokens_details: output } = isRecord(usage) ? usage : {}
  return usageOf({
    inputTokens: countOf(usage, 'input_tokens'),
    cachedInputTokens: countOf(input, 'cached_tokens'),
    cacheWriteTokens: countOf(input, 'cache_write_tokens'),
    outputTokens: countOf(usage, 'output_tokens'),
    reasoningTokens: countOf(output, 'reasoning_tokens'),
  })
}
