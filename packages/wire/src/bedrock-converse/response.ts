import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import type { ReadResponse, ResponseFormat } from '../shared/response/accumulator.ts'
import { argumentsText, createCallIds, objectArguments } from '../shared/response/call-arguments.ts'
import { decodeResponseWith } from '../shared/response/decode-response.ts'
import { type DecodedStream, decodeStreamWith } from '../shared/response/decode-stream.ts'
import { textIn } from '../shared/response/fields.ts'
import { finishReasonOf } from '../shared/response/finish-reasons.ts'
import type { Mends } from '../shared/response/mends.ts'
import type { ResponseOptions, StreamOptions } from '../shared/response/options.ts'
import type { StreamSource } from '../shared/response/pieces.ts'
import { responseError } from '../shared/response/problem.ts'
import { type DecodedResponse, type TornPart, tornCall } from '../shared/response/response.ts'
import { decodeUsable } from '../shared/response/usable-parts.ts'
import { countOf, sumOf, type Usage, usageOf } from '../shared/response/usage.ts'
import { fromBedrockConverse } from './decode.ts'
import { accumulateConverse } from './response-events.ts'

const title = 'Bedrock Converse'
const path = 'output.message.content'
const responses: ResponseFormat = { title, hasChoices: false, read, begin: accumulateConverse }

/**
 * Decodes a whole response of Converse as canonical messages, with its usage.
 *
 * @param body The JSON of the response, or what the AWS SDK returns.
 * @throws LamellaError `WIRE_RESPONSE` for the provider's error and for other formats.
 * @example
 * const { messages, calls, usage } = decodeBedrockConverseResponse(await client.send(new ConverseCommand(input)))
 */
export function decodeBedrockConverseResponse(body: unknown, options: ResponseOptions = {}): DecodedResponse {
  return decodeResponseWith(responses, 'decodeBedrockConverseResponse', body, options)
}

/**
 * Decodes a streamed response of ConverseStream.
 *
 * @param source The AWS SDK's `stream` of events. The binary form in which AWS sends them is not read.
 * @throws LamellaError `WIRE_RESPONSE`, while it is read, with what came before in `details.partial`.
 * @example
 * const { stream = [] } = await client.send(new ConverseStreamCommand(input))
 * const { messages, calls, usage } = await decodeBedrockConverseStream(stream).response()
 */
export function decodeBedrockConverseStream(source: StreamSource, options: StreamOptions = {}): DecodedStream {
  return decodeStreamWith(responses, 'decodeBedrockConverseStream', source, options)
}

function read(body: UnknownRecord, _choice: number, mends: Mends): ReadResponse {
  const { output, stopReason, usage } = body
  const message = isRecord(output) ? output['message'] : undefined
  if (!isRecord(message)) throw responseError(title, 'malformed', `The body is not a response of ${title}`)
  const { blocks, torn } = usableBlocks(message['content'], mends)
  const rawFinishReason = typeof stopReason === 'string' ? stopReason : undefined
  return {
    messages: decodeUsable(
      blocks,
      path,
      (list) => fromBedrockConverse([{ ...message, role: 'assistant', content: list }]),
      mends,
    ),
    torn,
    finishReason: finishReasonOf(rawFinishReason),
    rawFinishReason,
    usage: readUsage(usage),
  }
}

/**
 * The cache is counted apart. Source: docs.aws.amazon.com/bedrock/latest/APIReference, `TokenUsage`; anomalyco/opencode#38427.
 * Read on 2026-11-23.
 */
function readUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage) || countOf(usage, 'inputTokens') === undefined) return undefined
  return usageOf({
    inputTokens: sumOf(usage, 'inputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens'),
    cachedInputTokens: countOf(usage, 'cacheReadInputTokens'),
    cacheWriteTokens: countOf(usage, 'cacheWriteInputTokens'),
    outputTokens: countOf(usage, 'outputTokens'),
    reasoningTokens: undefined,
  })
}

/** Returns the blocks of a response as requests contain them, and the calls that cannot be read. */
function usableBlocks(
  content: unknown,
  mends: Mends,
): { readonly blocks: readonly UnknownRecord[]; readonly torn: readonly TornPart[] } {
  const torn: TornPart[] = []
  const given: readonly unknown[] = Array.isArray(content) ? content : [content]
  const all = given.map((block) => (typeof block === 'string' ? { text: block } : block)).filter(isRecord)
  const callIds = all.map(({ toolUse }) => (isRecord(toolUse) ? toolUse['toolUseId'] : ''))
  const ids = createCallIds('', callIds, mends)
  const blocks = all.flatMap((block, index): UnknownRecord[] => {
    const { toolUse } = block
    if (!isRecord(toolUse))
      return Object.values(block).some((value) => (value ?? undefined) !== undefined)
        ? [usableReasoning(block, `output.message.content[${index}]`, mends)]
        : []
    const path = `output.message.content[${index}].toolUse`
    const name = textIn(toolUse, 'name')
    const toolUseId = ids.idOf(toolUse['toolUseId'], name, path)
    if (name === '') {
      torn.push(tornCall(textIn(toolUse, 'toolUseId'), '', argumentsText(toolUse['input'])))
      return []
    }
    const { input } = toolUse
    const object = typeof input === 'string' ? objectArguments(input, path, mends) : (input ?? {})
    // A model may write arguments that are no object: they stay as they are.
    const isBroken = isRecord(object) && 'rawInvalidInput' in object
    return [{ ...block, toolUse: { ...toolUse, name, toolUseId, input: isBroken ? input : object } }]
  })
  return { blocks, torn }
}

/** Returns a block whose reasoning is where the format has it: in `reasoningText`, not beside it as in a stream, nor as plain text. */
function usableReasoning(block: UnknownRecord, path: string, mends: Mends): UnknownRecord {
  const { reasoningContent } = block
  if (!isRecord(reasoningContent) || isRecord(reasoningContent['reasoningText'])) return block
  const { reasoningText, text = reasoningText, signature, ...others } = reasoningContent
  if (typeof text !== 'string') return block
  mends.add('form', path, 'The reasoning of a block is not in `reasoningText`, and is read as if it were.')
  return { ...block, reasoningContent: { ...others, reasoningText: { text, signature } } }
}
