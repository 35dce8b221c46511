import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { FinishReason } from '../../shared/response/response.ts'
import { countOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { fromOpenAIChat } from '../decode/decode.ts'
import { accumulateChat } from './accumulate.ts'
import { usableMessage } from './message.ts'

const title = 'OpenAI Chat'

/** Responses of OpenAI Chat, and of servers that are compatible with it. */
export const openaiChatResponses: ResponseFormat = { title, hasChoices: true, read, begin: accumulateChat }

function read(body: UnknownRecord, choice: number, mends: Mends): ReadResponse {
  const { choices } = body
  if (!Array.isArray(choices)) throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const all = choices.filter(isRecord)
  const chosen = all.find(({ index }) => (index ?? 0) === choice)
  if (chosen === undefined) throw responseError(title, 'malformed', `The response has no choice ${choice}`)
  const { message, finish_reason: reason } = chosen
  const rawFinishReason = typeof reason === 'string' && reason !== '' ? reason : undefined
  const usable = isRecord(message) ? usableMessage(message, body['id'], mends) : undefined
  return {
    messages: usable === undefined ? [] : fromOpenAIChat([usable.message]),
    torn: usable?.torn ?? [],
    finishReason: finishReasons.get(rawFinishReason ?? '') ?? 'other',
    rawFinishReason,
    usage: readUsage(body['usage']),
  }
}

/** Source: openai 6.49.0, `ChatCompletion.Choice`; OpenRouter, "Errors" (error). Read on 2026-11-23. */
const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
  ['error', 'error'],
])

/** Source: openai 6.49.0, `CompletionUsage`: the totals contain the details. Read on 2026-11-23. */
function readUsage(usage: unknown): Usage | undefined {
  const { prompt_tokens_details: input, completion_tokens_details: output } = isRecord(usage) ? usage : {}
  return usageOf({
    inputTokens: countOf(usage, 'prompt_tokens'),
    cachedInputTokens: countOf(input, 'cached_tokens'),
    cacheWriteTokens: countOf(input, 'cache_write_tokens'),
    outputTokens: countOf(usage, 'completion_tokens'),
    reasoningTokens: countOf(output, 'reasoning_tokens'),
  })
}
