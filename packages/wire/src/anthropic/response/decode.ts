import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import { argumentsText, createCallIds, objectArguments } from '../../shared/response/call-arguments.ts'
import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import { readAnthropicCache, readMismatches } from '../../shared/response/diagnosis.ts'
import { type Fields, textIn } from '../../shared/response/fields.ts'
import { finishReasonOf } from '../../shared/response/finish-reasons.ts'
import type { Mends } from '../../shared/response/mends.ts'
import type { ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import { responseError } from '../../shared/response/problem.ts'
import { type DecodedResponse, type TornPart, tornCall } from '../../shared/response/response.ts'
import { decodeUsable } from '../../shared/response/usable-parts.ts'
import { countOf, sumOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { fromAnthropic } from '../decode/decode.ts'
import { accumulateAnthropic } from './accumulate.ts'
import { blockType } from './blocks.ts'

/**
 * Decodes a whole response of Anthropic Messages as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeAnthropicResponse(await client.messages.create(request))
 */
export function decodeAnthropicResponse(body: unknown, options: ResponseOptions = {}): DecodedResponse {
  return decodeResponseWith(anthropicResponses, 'decodeAnthropicResponse', body, options)
}

/**
 * Decodes a streamed response of Anthropic Messages.
 *
 * @param source The response of `fetch`, its body, or the SDK's stream of events.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const stream = decodeAnthropicStream(await fetch(url, { method: 'POST', headers, body }))
 * for await (const delta of stream) if (delta.type === 'text') process.stdout.write(delta.text)
 * const { messages, calls, usage } = await stream.response()
 */
export function decodeAnthropicStream(source: StreamSource, options: StreamOptions = {}): DecodedStream {
  return decodeStreamWith(anthropicResponses, 'decodeAnthropicStream', source, options)
}

const title = 'Anthropic Messages'

const anthropicResponses: ResponseFormat = { title, hasChoices: false, read, begin: accumulateAnthropic }

function read(body: UnknownRecord, _choice: number, mends: Mends): ReadResponse {
  const { content, stop_reason: reason, usage } = body
  const isMessage = body['type'] === 'message' && (typeof content === 'string' || content === null)
  if (!Array.isArray(content) && !isMessage)
    throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const { blocks, torn } = usableContent(content, body['id'], mends)
  const rawFinishReason = typeof reason === 'string' ? reason : undefined
  return {
    messages: decodeUsable(blocks, 'content', (list) => fromAnthropic([{ role: 'assistant', content: list }]), mends),
    torn,
    finishReason: finishReasonOf(rawFinishReason),
    rawFinishReason,
    usage: readUsage(usage),
    diagnosis: { ...readMismatches(body['input_transformations']), ...readAnthropicCache(body['diagnostics']) },
  }
}

/**
 * Source: @anthropic-ai/sdk 1.12.0, `Usage`: the input is the sum of three fields; `OutputTokensDetails`. Read on 2026-11-23.
 */
function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage) || countOf(usage, 'input_tokens') === undefined) return undefined
  const [read, written] = ['cache_read_input_tokens', 'cache_creation_input_tokens'] as const
  return usageOf({
    inputTokens: sumOf(usage, 'input_tokens', read, written),
    cachedInputTokens: countOf(usage, read),
    cacheWriteTokens: countOf(usage, written),
    outputTokens: countOf(usage, 'output_tokens'),
    reasoningTokens: countOf(usage['output_tokens_details'], 'thinking_tokens'),
  })
}

/** Blocks as requests contain them, and the calls that cannot be read. */
interface UsableContent {
  readonly blocks: readonly UnknownRecord[]
  readonly torn: readonly TornPart[]
}

/**
 * Returns the blocks of a response as requests contain them. Servers that offer other models leave out the signature of
 * thinking, since those sign nothing (anomalyco/opencode#44713, InternLM/lmdeploy#4851, read on 2026-11-28).
 */
function usableContent(content: unknown, responseId: unknown, mends: Mends): UsableContent {
  const torn: TornPart[] = []
  if (typeof content === 'string') {
    mends.add('form', 'content', 'The content is text, and is read as a block.')
    return { blocks: content === '' ? [] : [{ type: 'text', text: content }], torn }
  }
  const given = (Array.isArray(content) ? content : []).map((block: unknown) =>
    typeof block === 'string' ? { type: 'text', text: block } : block,
  )
  const all = given.filter(isRecord)
  const isCall = (block: UnknownRecord): boolean => blockType(block) === 'tool_use'
  const callIds = all.filter(isCall).map(({ id }) => id)
  const ids = createCallIds(responseId, callIds, mends)
  const blocks = all.flatMap((block, index): Fields[] => {
    const path = `content[${index}]`
    const type = blockType(block)
    if (type !== block['type']) mends.add('form', path, 'A block has no type, and is read by its fields.')
    if (type === 'text') return typeof block['text'] === 'string' ? [{ ...block, type }] : []
    if (type === 'thinking') return usableThinking(block, path, mends)
    if (type !== 'tool_use') return [{ ...block }]
    const name = textIn(block, 'name')
    const id = ids.idOf(block['id'], name, path)
    if (name === '') torn.push(tornCall(textIn(block, 'id'), '', argumentsText(block['input'])))
    return name === '' ? [] : [{ ...block, type, id, name, input: inputOf(block['input'], path, mends) }]
  })
  return { blocks, torn }
}

function usableThinking(block: UnknownRecord, path: string, mends: Mends): Fields[] {
  const isInText = textIn(block, 'thinking') === '' && textIn(block, 'text') !== ''
  if (isInText) mends.add('form', path, 'The thinking of a block is in its field `text`, and is read as thinking.')
  const [thinking, signature] = [textIn(block, isInText ? 'text' : 'thinking'), textIn(block, 'signature')]
  if (typeof block['signature'] !== 'string') {
    if (thinking === '') return []
    mends.add('signature', path, 'Thinking has no signature, and is kept as unsigned reasoning.')
  }
  const { text: _, ...others } = block
  return [{ ...others, type: 'thinking', thinking, signature }]
}

/** A model may write arguments that are no object: they stay as they are. */
function inputOf(input: unknown, path: string, mends: Mends): unknown {
  if (typeof input !== 'string') return input ?? {}
  const object = objectArguments(input, path, mends)
  return 'rawInvalidInput' in object ? input : object
}
