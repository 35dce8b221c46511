import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import { argumentsText, type CallIdMaker, createCallIds, wholeArguments } from '../../shared/response/call-arguments.ts'
import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import { errorIn } from '../../shared/response/events.ts'
import { type Fields, textIn } from '../../shared/response/fields.ts'
import { finishReasonOf } from '../../shared/response/finish-reasons.ts'
import type { Mends } from '../../shared/response/mends.ts'
import type { ChoiceOption, ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import { responseError } from '../../shared/response/problem.ts'
import { type DecodedResponse, type TornPart, tornCall } from '../../shared/response/response.ts'
import { countOf, sumOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { thinkingText } from '../decode/content.ts'
import { fromOpenAIChat } from '../decode/decode.ts'
import { accumulateChat } from './accumulate.ts'

/**
 * Decodes a whole response of OpenAI Chat as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeOpenAIChatResponse(await client.chat.completions.create(request))
 */
export function decodeOpenAIChatResponse(body: unknown, options: ResponseOptions & ChoiceOption = {}): DecodedResponse {
  return decodeResponseWith(openaiChatResponses, 'decodeOpenAIChatResponse', body, options)
}

/**
 * Decodes a streamed response of OpenAI Chat. Put `stream_options: { include_usage: true }` into the request for the usage.
 *
 * @param source The response of `fetch`, its body, or the SDK's stream of chunks.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const stream = decodeOpenAIChatStream(await fetch(url, { method: 'POST', headers, body }))
 * for await (const delta of stream) if (delta.type === 'text') process.stdout.write(delta.text)
 * const { messages, calls, usage } = await stream.response()
 */
export function decodeOpenAIChatStream(
  source: StreamSource,
  options: StreamOptions & ChoiceOption = {},
): DecodedStream {
  return decodeStreamWith(openaiChatResponses, 'decodeOpenAIChatStream', source, options)
}

const title = 'OpenAI Chat'

/** Responses of OpenAI Chat, and of servers that are compatible with it. */
const openaiChatResponses: ResponseFormat = { title, hasChoices: true, read, begin: accumulateChat }

function read(body: UnknownRecord, choice: number, mends: Mends): ReadResponse {
  const { choices } = body
  if (!Array.isArray(choices)) throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const all = choices.filter(isRecord)
  const chosen = all.find(({ index }) => (index ?? 0) === choice)
  if (chosen === undefined) throw responseError(title, 'malformed', `The response has no choice ${choice}`)
  const { message, finish_reason: reason } = chosen
  const rawFinishReason = typeof reason === 'string' && reason !== '' ? reason : undefined
  const usable = isRecord(message) ? usableMessage(message, body['id'], mends) : undefined
  const finishReason = finishReasonOf(rawFinishReason)
  return {
    messages: usable === undefined ? [] : fromOpenAIChat([usable.message]),
    torn: usable?.torn ?? [],
    finishReason,
    rawFinishReason,
    // A router that loses the model's server has already answered 200. Source: OpenRouter, "Errors"; genkit-ai/genkit#6259.
    error: finishReason === 'error' || finishReason === 'other' ? errorIn(chosen) : undefined,
    usage: readUsage(body['usage'] ?? Object(body['x_groq'])['usage']),
  }
}

/**
 * Source: openai 6.49.0, `CompletionUsage`: the totals contain the details; read on 2026-11-23. Grok counts reasoning apart
 * (docs.x.ai, "Consumption and rate limits"; vercel/ai#12425), which shows in the total. DeepSeek has its own name for what its cache
 * held (api-docs.deepseek.com, "Context Caching"), and streams of Groq their own place for all of it (vercel/ai#1651); read on
 * 2026-11-30.
 */
function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined
  const { prompt_tokens_details: input, completion_tokens_details: output } = usage
  const reasoningTokens = countOf(output, 'reasoning_tokens')
  const all = sumOf({ ...usage, reasoningTokens }, 'prompt_tokens', 'completion_tokens', 'reasoningTokens')
  const isApart = all === countOf(usage, 'total_tokens')
  return usageOf({
    inputTokens: countOf(usage, 'prompt_tokens'),
    cachedInputTokens: countOf(input, 'cached_tokens') ?? countOf(usage, 'prompt_cache_hit_tokens'),
    cacheWriteTokens: countOf(input, 'cache_write_tokens'),
    outputTokens: sumOf({ ...usage, reasoningTokens }, 'completion_tokens', ...(isApart ? ['reasoningTokens'] : [])),
    reasoningTokens,
  })
}

/** A message as requests contain it, and the calls that cannot be read. */
interface UsableMessage {
  readonly message: UnknownRecord
  readonly torn: readonly TornPart[]
}

const path = 'choices[].message'

/**
 * Returns a message as requests contain it: without the empty lists that each response has, and with the id of its audio.
 * What compatible servers send in another form is brought into that of the format.
 *
 * Source: openai 6.49.0, `ChatCompletionMessage` and `ChatCompletionAssistantMessageParam`. Read on 2026-11-23.
 */
function usableMessage(given: UnknownRecord, responseId: unknown, mends: Mends): UsableMessage {
  const { role: _, refusal, tool_calls: list, function_call: legacy, audio, images, ...rest } = given
  const made = listOf(images).filter(isImage)
  const others = made.length > 0 || images === undefined ? rest : { ...rest, images }
  const content = made.length > 0 ? [given['content'] ?? [], made].flat() : given['content']
  const fields = Object.entries(others).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  const torn: TornPart[] = []
  const calls = (Array.isArray(list) ? list : [list]).filter(isRecord)
  const ids = createCallIds(
    responseId,
    calls.map(({ id }) => id),
    mends,
  )
  const usable = calls.flatMap((call, index) => usableCall(call, `${path}.tool_calls[${index}]`, ids, mends, torn))
  const own = isRecord(legacy) ? usableFunction(legacy, `${path}.function_call`, mends) : undefined
  if (own !== undefined && textIn(own, 'name') === '' && textIn(own, 'arguments') !== '')
    torn.push(tornCall('', '', textIn(own, 'arguments')))
  const id = isRecord(audio) ? audio['id'] : undefined
  const text = usableContent(content, mends)
  const message: Fields = {
    role: 'assistant',
    ...Object.fromEntries(fields),
    ...(text !== undefined && { content: text }),
    ...(typeof refusal === 'string' && { refusal }),
    ...(usable.length > 0 && { tool_calls: usable }),
    ...(own !== undefined && textIn(own, 'name') !== '' && { function_call: own }),
    ...(typeof id === 'string' && { audio: { id } }),
  }
  return { message, torn }
}

/** An image of an answer, in `images` or in the content. Source: OpenRouter, "Image generation". Read on 2026-11-30. */
function isImage(part: unknown): part is Fields {
  return isRecord(part) && isRecord(part['image_url']) && typeof part['image_url']['url'] === 'string'
}

/** Texts that follow each other are one, and so is all thinking; other parts that messages cannot have are left out. */
function usableContent(content: unknown, mends: Mends): unknown {
  if (content === undefined || content === null || typeof content === 'string') return content
  const kept: Fields[] = []
  let thinking = ''
  for (const [index, value] of (Array.isArray(content) ? content : [content]).entries()) {
    const part: unknown = typeof value === 'string' ? { type: 'text', text: value } : value
    if (!isRecord(part)) continue
    const last = kept.at(-1)
    if (typeof part['refusal'] === 'string') kept.push({ ...part, type: 'refusal' })
    else if (part['type'] === 'thinking') thinking += thinkingText(part['thinking'] ?? part['text'])
    else if (typeof part['text'] === 'string') {
      if (part['text'] === '') continue
      if (last?.['type'] === 'text') last['text'] = textIn(last, 'text') + part['text']
      else kept.push({ ...part, type: 'text' })
    } else if (isImage(part)) kept.push({ ...part, type: 'image_url' })
    else mends.add('left-out', `${path}.content[${index}]`, `A part of the type ${String(part['type'])} is left out.`)
  }
  if (!Array.isArray(content)) mends.add('form', `${path}.content`, 'The content is not a list, and is read as one.')
  if (thinking !== '') kept.unshift({ type: 'thinking', thinking })
  return kept.length > 0 ? kept : null
}

function usableCall(call: UnknownRecord, at: string, ids: CallIdMaker, mends: Mends, torn: TornPart[]): Fields[] {
  const { id: given, type: _, function: held, custom, index: __, ...others } = call
  const isCustom = isRecord(custom)
  const [value, rest] = heldIn(call, held, custom, others)
  const name = textIn(value, 'name')
  const text = isCustom ? argumentsText(custom['input']) : argumentsText(value['arguments'])
  const id = ids.idOf(given, name, at)
  if (name === '') {
    torn.push(tornCall(typeof given === 'string' ? given : '', '', text))
    return []
  }
  if (isCustom) return [{ ...rest, id, type: 'custom', custom: { ...custom, input: text } }]
  return [{ ...rest, id, type: 'function', function: usableFunction(value, at, mends) }]
}

/** Some servers send the name and the arguments without `function` around them. */
function heldIn(call: UnknownRecord, held: unknown, custom: unknown, others: Fields): [UnknownRecord, Fields] {
  if (isRecord(custom)) return [custom, others]
  if (isRecord(held)) return [held, others]
  const { name: _, arguments: __, ...rest } = others
  return [call, rest]
}

function usableFunction(held: UnknownRecord, at: string, mends: Mends): Fields {
  return { name: textIn(held, 'name'), arguments: wholeArguments(held['arguments'], at, mends) }
}
