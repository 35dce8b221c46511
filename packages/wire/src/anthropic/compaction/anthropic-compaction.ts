import {
  type CompactionAnswer,
  type CompactionRequest,
  type CompactionStrategy,
  checkOptions,
  mustBeFunction,
  mustBeObject,
  mustBeText,
} from '@lamella/core/plugin'
import { sendCompaction, withModel } from '../../shared/compaction/send-compaction.ts'
import { encodeAnthropic } from '../encode/encode.ts'
import type { AnthropicOptions } from '../encode/state.ts'
import { takesCompaction } from '../models.ts'
import type { AnthropicRequest } from '../types.ts'
import { readCompaction } from './read-compaction.ts'

/** Settings of `anthropicCompaction`. */
export interface AnthropicCompactionOptions {
  /**
   * Sends a request, with the names of the betas that it needs for the header `anthropic-beta`, and returns the API's
   * response, not streamed. Its errors reach the caller of `compact` unchanged.
   */
  readonly send: (request: AnthropicCompactRequest, how: AnthropicCompactionCall) => unknown
  /**
   * How the requests of the conversation are encoded. With other options the request would not be what the API has seen,
   * and it would not accept the thinking of the turns that are kept.
   */
  readonly encode?: Omit<AnthropicOptions, 'compaction' | 'maxOutputTokens' | 'repair'>
  /** Replaces the API's own prompt for the summary. At most 16,384 characters. */
  readonly instructions?: string
  /** The strategy's name in reports and errors. Default `anthropic`. */
  readonly name?: string
}

/** The body of a request for a summary. */
export type AnthropicCompactRequest = AnthropicRequest & { readonly model: string }

/** What a request for a summary is sent with. */
export interface AnthropicCompactionCall {
  readonly signal: AbortSignal
  /** Names for the header `anthropic-beta`. */
  readonly betas: readonly string[]
}

/** Added to the tokens of a summary: they also pay for thinking. "allow several thousand tokens" (the API's documentation). */
const tokensForThinking = 4_096

/**
 * Lets Claude summarize on demand. The summary is a signed block with readable text: Claude gets the block, other models the
 * text. On models that check thinking, the thinking of the turns after it stays valid, if they, the system prompt and the
 * tools are what they were.
 *
 * Not for Haiku models, models before 4.6, nor on Amazon Bedrock. The request costs what the conversation costs, once.
 *
 * Source: Anthropic, "Compaction on demand", read on 2026-11-23.
 *
 * @throws LamellaError `OPTION_INVALID`; `compact` rejects with `WIRE_COMPACTION` for an answer that is not one signed block,
 * `WIRE_TOOL_PAIR` if the context ends between a call and its result, `WIRE_PARAMETER` without a model, and what `send` and `encodeAnthropic` throw.
 * @example
 * const strategy = anthropicCompaction({
 *   send: (request, { signal, betas }) => client.beta.messages.create({ ...request, betas: [...betas] }, { signal }),
 * })
 */
export function anthropicCompaction(options: AnthropicCompactionOptions): CompactionStrategy {
  const {
    send,
    encode = {},
    instructions,
    name = 'anthropic',
  } = checkOptions(
    'anthropicCompaction',
    options,
    { send: mustBeFunction, encode: mustBeObject, instructions: mustBeText, name: mustBeText },
    ['send'],
  )
  return {
    name,
    supports: (model) => takesCompaction(encode.model ?? model, { signed: true }),
    compact: async (request): Promise<CompactionAnswer> => {
      const { request: body, betas } = encodeRequest(request, {
        ...encode,
        compaction: instructions === undefined ? true : { instructions },
      })
      const { signal } = request
      const response = await sendCompaction(name, request, () => send(body, { signal, betas }))
      const { text, native } = readCompaction(name, response, body.max_tokens)
      const { prefix } = request.context
      return { text, native: { ...native, ...(prefix !== undefined && { prefix }) } }
    },
  }
}

function encodeRequest(
  { context, model, maxOutputTokens }: CompactionRequest,
  options: AnthropicOptions,
): { readonly request: AnthropicCompactRequest; readonly betas: readonly string[] } {
  const { maxOutputTokens: _, ...parameters } = context.parameters ?? {}
  const { request, betas } = encodeAnthropic(
    { ...context, parameters },
    {
      ...(model !== undefined && { model }),
      ...options,
      // With a thinking budget, the encoder adds it.
      maxOutputTokens: maxOutputTokens + tokensForThinking,
      // A stand-in for a missing result would become part of the summary, and the real result would follow it.
      repair: { missingResult: 'fail' },
    },
  )
  const { stream: _stream, ...body } = request as AnthropicRequest & { readonly stream?: unknown }
  return { request: withModel('Anthropic', body), betas }
}
