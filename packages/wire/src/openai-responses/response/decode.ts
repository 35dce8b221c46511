import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import { argumentsText, type CallIdMaker, createCallIds, wholeArguments } from '../../shared/response/call-arguments.ts'
import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import { readMismatches, readOpenAICache } from '../../shared/response/diagnosis.ts'
import { type Fields, textIn } from '../../shared/response/fields.ts'
import { finishReasonOf } from '../../shared/response/finish-reasons.ts'
import type { Mends } from '../../shared/response/mends.ts'
import type { ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import { responseError } from '../../shared/response/problem.ts'
import { type DecodedResponse, type TornPart, tornCall } from '../../shared/response/response.ts'
import { decodeUsable } from '../../shared/response/usable-parts.ts'
import { countOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { fromOpenAIResponses } from '../decode/decode.ts'
import { accumulateResponses } from './accumulate.ts'
import { itemType } from './item.ts'

/**
 * Decodes a whole response of OpenAI Responses as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeOpenAIResponsesResponse(await client.responses.create(request))
 */
export function decodeOpenAIResponsesResponse(body: unknown, options: ResponseOptions = {}): DecodedResponse {
  return decodeResponseWith(openaiResponsesResponses, 'decodeOpenAIResponsesResponse', body, options)
}

/**
 * Decodes a streamed response of OpenAI Responses.
 *
 * @param source The response of `fetch`, its body, or the SDK's stream of events.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const stream = decodeOpenAIResponsesStream(await fetch(url, { method: 'POST', headers, body }))
 * for await (const delta of stream) if (delta.type === 'text') process.stdout.write(delta.text)
 * const { messages, calls, usage } = await stream.response()
 */
export function decodeOpenAIResponsesStream(source: StreamSource, options: StreamOptions = {}): DecodedStream {
  return decodeStreamWith(openaiResponsesResponses, 'decodeOpenAIResponsesStream', source, options)
}

const title = 'OpenAI Responses'

const openaiResponsesResponses: ResponseFormat = { title, hasChoices: false, read, begin: accumulateResponses }

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

/** Items as requests contain them, and the calls that cannot be read. */
interface UsableOutput {
  readonly items: readonly UnknownRecord[]
  readonly torn: readonly TornPart[]
}

/** Returns the items of a response as requests contain them; what compatible servers send in another form is brought into it. */
function usableOutput(output: readonly unknown[], responseId: unknown, mends: Mends): UsableOutput {
  const torn: TornPart[] = []
  const all = output.filter(isRecord)
  const ids = createCallIds(
    responseId,
    all.map(({ call_id: callId, id }) => callId ?? id),
    mends,
  )
  const items = all.flatMap((item, index): UnknownRecord[] => {
    const path = `output[${index}]`
    const type = itemType(item)
    if (type !== '' && type !== item['type']) mends.add('form', path, 'An item has no type, and is read by its fields.')
    if (type === 'message') return [usableMessage(item, path, mends)]
    if (type === 'reasoning') return [{ ...item, summary: usableSummary(item['summary']) }]
    return type === 'function_call' || type === 'custom_tool_call'
      ? usableCall({ ...item, type }, path, { ids, mends, torn })
      : [item]
  })
  return { items, torn }
}

function usableMessage(item: UnknownRecord, path: string, mends: Mends): Fields {
  const { content } = item
  const role = textIn(item, 'role') === '' ? 'assistant' : item['role']
  if (typeof content === 'string') return { ...item, type: 'message', role }
  const parts = (Array.isArray(content) ? content : [content]).flatMap((value: unknown, index): Fields[] => {
    const part: unknown = typeof value === 'string' ? { type: 'output_text', text: value } : value
    if (!isRecord(part)) return []
    if (typeof part['refusal'] === 'string') return [{ ...part, type: 'refusal' }]
    if (typeof part['text'] === 'string') return [{ ...part, type: 'output_text' }]
    mends.add('left-out', `${path}.content[${index}]`, `A part of the type ${String(part['type'])} is left out.`)
    return []
  })
  return { ...item, type: 'message', role, content: parts }
}

function usableSummary(summary: unknown): Fields[] {
  const list: readonly unknown[] = Array.isArray(summary) ? summary : [summary]
  return list.flatMap((value) => {
    const part: unknown = typeof value === 'string' ? { type: 'summary_text', text: value } : value
    return isRecord(part) && typeof part['text'] === 'string' ? [{ ...part }] : []
  })
}

interface Found {
  readonly ids: CallIdMaker
  readonly mends: Mends
  readonly torn: TornPart[]
}

function usableCall(item: UnknownRecord, path: string, { ids, mends, torn }: Found): Fields[] {
  const name = textIn(item, 'name')
  const given = textIn(item, 'call_id') || item['id']
  const callId = ids.idOf(given, name, path)
  if (textIn(item, 'call_id') === '' && callId === given)
    mends.add('call-id', path, 'A call has no call_id, and gets its own id.')
  const text = item[item['type'] === 'function_call' ? 'arguments' : 'input']
  if (name === '') {
    torn.push(tornCall(callId, '', argumentsText(text)))
    return []
  }
  const call = { ...item, name, call_id: callId }
  return item['type'] === 'function_call'
    ? [{ ...call, arguments: wholeArguments(text, path, mends) }]
    : [{ ...call, input: argumentsText(text) }]
}
