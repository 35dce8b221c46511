import {
  type CompactionAnswer,
  type CompactionRequest,
  type CompactionStrategy,
  checkOptions,
  mustBeFunction,
  mustBeObject,
  mustBeText,
  nativeSummaryOf,
  withDeadline,
} from '@lamella/core/plugin'
import { noSummary, sendCompaction, withModel } from '../../shared/compaction/send-compaction.ts'
import { defined } from '../../shared/defined.ts'
import { isBlank } from '../../shared/guards.ts'
import { encodeOpenAIResponses } from '../encode/encode.ts'
import type { OpenAIResponsesOptions } from '../encode/state.ts'
import type { OpenAIResponsesRequest } from '../types.ts'
import { opaqueText, readWindow } from './read-window.ts'

/** The body of `POST /v1/responses/compact`. Source: openai 6.49.0, `ResponseCompactParams`. */
export type OpenAICompactRequest = Pick<
  OpenAIResponsesRequest,
  'input' | 'instructions' | 'prompt_cache_key' | 'prompt_cache_retention'
> & { readonly model: string }

/** Settings of `openaiCompaction`. */
export interface OpenAICompactionOptions {
  /** Sends a request to `/responses/compact`, and returns its response. Its errors reach the caller of `compact` unchanged. */
  readonly send: (request: OpenAICompactRequest, how: { readonly signal: AbortSignal }) => unknown
  /**
   * Writes a readable summary of the same messages, for people and for models of other providers. Without it, the text
   * says that only OpenAI can read the summary: encoders of other formats throw `WIRE_SUMMARY_OPAQUE`, and `openSession` with
   * their format shows the messages themselves.
   */
  readonly summarize?: (request: CompactionRequest) => string | PromiseLike<string>
  /** How the requests of the conversation are encoded. */
  readonly encode?: Omit<OpenAIResponsesOptions, 'compacted' | 'repair' | 'systemIn'>
  /** Whether the endpoint can be tried for a model. Default: for every model that is named. */
  readonly supports?: (model: string) => boolean
  /** The strategy's name in reports and errors. Default `openai`. */
  readonly name?: string
}

/**
 * Lets OpenAI compact a conversation with `/responses/compact`. The result is a window of items, of which one is encrypted:
 * OpenAI's models get the window as it is, others the text of `summarize`.
 *
 * Source: OpenAI, "Compaction"; openai 6.49.0, `Responses.compact`. Read on 2026-11-23.
 *
 * @throws LamellaError `OPTION_INVALID`; `compact` rejects with `WIRE_COMPACTION` for an answer that is not a compacted window,
 * or without text from `summarize`, `WIRE_TOOL_PAIR` if the context ends between a call and its result, `WIRE_PARAMETER`
 * without a model, and what `send`,
 * `summarize` and `encodeOpenAIResponses` throw.
 * @example
 * const strategy = openaiCompaction({
 *   send: (request, { signal }) => client.responses.compact(request, { signal }),
 *   summarize: ({ messages }) => summarizeWithAnyModel(messages),
 * })
 */
export function openaiCompaction(options: OpenAICompactionOptions): CompactionStrategy {
  const {
    send,
    summarize,
    encode = {},
    supports = () => true,
    name = 'openai',
  } = checkOptions(
    'openaiCompaction',
    options,
    {
      send: mustBeFunction,
      summarize: mustBeFunction,
      encode: mustBeObject,
      supports: mustBeFunction,
      name: mustBeText,
    },
    ['send'],
  )
  return {
    name,
    supports: (model) => {
      const sent = encode.model ?? model
      return sent !== undefined && supports(sent)
    },
    compact: async (request): Promise<CompactionAnswer> => {
      const { signal } = request
      const response = await sendCompaction(name, request, () => send(encodeRequest(request, encode), { signal }))
      const content = readWindow(name, response)
      const format = 'openai-responses'
      // A text about messages of which a part cannot be read does not contain that part.
      const isReadable =
        summarize !== undefined && !request.context.messages.some((one) => nativeSummaryOf(one)?.opaque)
      if (!isReadable) return { text: opaqueText(request.messages.length), native: { format, content, opaque: true } }
      const text: unknown = await withDeadline(async () => summarize(request), { what: `The text of ${name}`, signal })
      if (typeof text !== 'string' || isBlank(text)) throw noSummary(name, 'empty', 'summarize returned no text')
      return { text, native: { format, content } }
    },
  }
}

function encodeRequest(
  { context, model: named }: CompactionRequest,
  options: OpenAIResponsesOptions,
): OpenAICompactRequest {
  const encoding = encodeOpenAIResponses(context, {
    ...(named !== undefined && { model: named }),
    ...options,
    // In the input, the system prompt would become part of the window, in addition to that of later requests.
    systemIn: 'instructions',
    system: 'joined',
    repair: { missingResult: 'fail' },
  })
  const request = withModel('OpenAI Responses', encoding.request)
  const { model, input, instructions, prompt_cache_key, prompt_cache_retention } = request
  return defined({ model, input, instructions, prompt_cache_key, prompt_cache_retention })
}
