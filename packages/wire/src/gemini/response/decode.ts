import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../../shared/response/accumulator.ts'
import { idMend } from '../../shared/response/call-arguments.ts'
import { decodeResponseWith } from '../../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../../shared/response/decode-stream.ts'
import { type Fields, indexIn, textIn } from '../../shared/response/fields.ts'
import { finishReasonOf } from '../../shared/response/finish-reasons.ts'
import type { Mends } from '../../shared/response/mends.ts'
import type { ChoiceOption, ResponseOptions, StreamOptions } from '../../shared/response/options.ts'
import type { StreamSource } from '../../shared/response/pieces.ts'
import { responseError } from '../../shared/response/problem.ts'
import type { DecodedResponse, TornPart } from '../../shared/response/response.ts'
import { decodeUsable } from '../../shared/response/usable-parts.ts'
import { countOf, sumOf, type Usage, usageOf } from '../../shared/response/usage.ts'
import { fromGemini } from '../decode/decode.ts'
import { accumulateGemini } from './accumulate.ts'
import { addPart, camelFields, partsIn, usablePart } from './parts.ts'

/**
 * Decodes a whole response of Gemini as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeGeminiResponse(await ai.models.generateContent(parameters))
 */
export function decodeGeminiResponse(body: unknown, options: ResponseOptions & ChoiceOption = {}): DecodedResponse {
  return decodeResponseWith(geminiResponses, 'decodeGeminiResponse', body, options)
}

/**
 * Decodes a streamed response of Gemini: the events of `streamGenerateContent?alt=sse`, or its JSON array without `alt`.
 *
 * @param source The response of `fetch`, its body, or the SDK's stream of chunks.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const stream = decodeGeminiStream(await fetch(url, { method: 'POST', headers, body }))
 * for await (const delta of stream) if (delta.type === 'text') process.stdout.write(delta.text)
 * const { messages, calls, usage } = await stream.response()
 */
export function decodeGeminiStream(source: StreamSource, options: StreamOptions & ChoiceOption = {}): DecodedStream {
  return decodeStreamWith(geminiResponses, 'decodeGeminiStream', source, options)
}

const title = 'Gemini'

/** Responses of Gemini `generateContent`. */
const geminiResponses: ResponseFormat = { title, hasChoices: true, read, begin: accumulateGemini }

function read(given: UnknownRecord, choice: number, mends: Mends): ReadResponse {
  const body = camelFields(given)
  const { candidates, promptFeedback, usageMetadata } = body
  if (!Array.isArray(candidates) && !isRecord(promptFeedback) && !isRecord(usageMetadata))
    throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const all = (Array.isArray(candidates) ? candidates : []).filter(isRecord).map(camelFields)
  const chosen = all.find(({ index }) => indexIn(index ?? 0) === choice)
  if (chosen === undefined && all.length > 0)
    throw responseError(title, 'malformed', `The response has no candidate ${choice}`)
  const blocked = isRecord(promptFeedback) ? promptFeedback['blockReason'] : undefined
  const rawFinishReason = [chosen?.['finishReason'], blocked].find(
    (value) => typeof value === 'string' && value !== '',
  ) as string | undefined
  const { parts, torn } = joinedParts(chosen?.['content'], mends)
  return {
    messages: decodeUsable(
      parts,
      'candidates[].content.parts',
      (list) => fromGemini([{ role: 'model', parts: list }]),
      mends,
    ),
    torn,
    finishReason: chosen === undefined && blocked !== undefined ? 'content-filter' : finishReasonOf(rawFinishReason),
    rawFinishReason,
    usage: readUsage(isRecord(usageMetadata) ? camelFields(usageMetadata) : undefined),
  }
}

/** Returns the parts of a content; texts that follow each other are one, as in a stream. */
function joinedParts(content: unknown, mends: Mends): { readonly parts: UnknownRecord[]; readonly torn: TornPart[] } {
  const joined: Fields[] = []
  const torn: TornPart[] = []
  const ids = new Set<string>()
  for (const [index, part] of partsIn(content, mends).entries()) {
    const path = `candidates[].content.parts[${index}]`
    for (const usable of usablePart(part, path, torn, mends))
      addPart(joined, withOwnId(usable, ids, `${path}.functionCall`, mends))
  }
  return { parts: joined, torn }
}

/** Returns a part; a call that has the id of one before as a call without an id, which is counted. */
function withOwnId(part: UnknownRecord, ids: Set<string>, path: string, mends: Mends): UnknownRecord {
  const { functionCall: call } = part
  const id = isRecord(call) ? textIn(call, 'id') : ''
  if (!ids.has(id)) {
    if (id !== '') ids.add(id)
    return part
  }
  mends.add('call-id', path, idMend(id))
  return { ...part, functionCall: { ...(call as UnknownRecord), id: undefined } }
}

/**
 * Source: @google/genai 2.32.0, `GenerateContentResponseUsageMetadata`: the prompt contains the cached content, thoughts and
 * results of Google's tools are counted apart. Read on 2026-11-23.
 */
function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined
  return usageOf({
    inputTokens: sumOf(usage, 'promptTokenCount', 'toolUsePromptTokenCount'),
    cachedInputTokens: countOf(usage, 'cachedContentTokenCount'),
    cacheWriteTokens: undefined,
    // Missing if the answer has no text.
    outputTokens: sumOf(usage, 'candidatesTokenCount', 'thoughtsTokenCount') ?? 0,
    reasoningTokens: countOf(usage, 'thoughtsTokenCount'),
  })
}
