import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { FinishReason } from '../../shared/response/response.ts'
import { countOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { fromOpenAIChat } from '../decode/decode.ts'
import { accumulateChat } from './accumulate.ts'

const title = 'OpenAI Chat'

/** Responses of OpenAI Chat, and of servers that are compatible with it. */
export const openaiChatResponses: ResponseFormat = { title, hasChoices: true, read, begin: accumulateChat }

function read(body: UnknownRecord, choice: number): ReadResponse {
  const { choices } = body
  if (!Array.isArray(choices)) throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const all = choices.filter(isRecord)
  const chosen = all.find(({ index }) => (index ?? 0) === choice)
  if (chosen === undefined) throw responseError(title, 'malformed', `The response has no choice ${choice}`)
  const { message, finish_reason: reason } = chosen
  const rawFinishReason = typeof reason === 'string' ? reason : undefined
  return {
    messages: isRecord(message) ? fromOpenAIChat([sentBack(message)]) : [],
    finishReason: finishReasons.get(rawFinishReason ?? '') ?? 'other',
    rawFinishReason,
    usage: readUsage(body['usage']),
  }
}

/**
 * Returns a message as requests contain it: without the empty lists that each response has, and with the id of its audio.
 * Source: openai 6.49.0, `ChatCompletionMessage` and `ChatCompletionAssistantMessageParam`. Read on 2026-11-23.
 */
function sentBack(message: UnknownRecord): UnknownRecord {
  const { audio } = message
  const fields = Object.entries(message).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  const own = Object.fromEntries(fields)
  const id = isRecord(audio) ? audio['id'] : undefined
  return { role: 'assistant', ...own, ...(typeof id === 'string' && { audio: { id } }) }
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
