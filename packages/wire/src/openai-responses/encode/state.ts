import { type Checks, mustBeBoolean, mustBeOneOf } from '@lamella/core/plugin'
import type { EncodeState } from '../../kit/run.ts'
import { mustBeOpenAICache, type OpenAICacheOptions } from '../../openai/prompt-cache.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { type WireOptions, wireChecks } from '../../shared/options.ts'
import type { OpenAIResponsesInputPart, OpenAIResponsesItem } from '../items.ts'
import type { OpenAIResponsesRequest, OpenAIResponsesTool } from '../types.ts'

/** How to write an OpenAI Responses request; every option has a default. */
export interface OpenAIResponsesOptions extends WireOptions {
  /** The role of system messages. Reasoning models call it `developer`. Default: `'developer'` for GPT-6.2 and
   * later, otherwise `'system'`, which all models accept. */
  readonly systemRole?: 'system' | 'developer'
  /**
   * Where a joined system prompt goes: the `instructions` field, or a message of `systemRole` at the start of the
   * input. `previous_response_id` carries over messages, but not the instructions of a request. Default: `'input'` for GPT-6.2
   * and later, which read the instructions after the input, so that no cache holds them (OpenAI, "Using GPT-6.2", read on
   * 2026-11-27); `'instructions'` for others, and where the API holds the conversation.
   */
  readonly systemIn?: 'instructions' | 'input'
  /**
   * Whether OpenAI stores requests and responses. With `false`, items are sent without ids, reasoning is sent as
   * encrypted content, and the request asks for it. Default: the value in the parameters, otherwise OpenAI's default,
   * which is to store.
   */
  readonly store?: boolean
  /**
   * Whether messages before the answer that contains the newest compaction item are sent. `'omit'`: they are left out, each
   * with a loss, since the item stands for them. Never if OpenAI stores the conversation (`previous_response_id`,
   * `conversation`). Only for sessions whose answers come from OpenAI itself: an item that somebody else put into one would
   * hide everything before it. Windows of `/responses/compact` are never shortened. Default `'send'`.
   */
  readonly compacted?: 'send' | 'omit'
  /** Improves the hit rate of OpenAI's prompt cache by sending a key for the start of the request. Default `false`. */
  readonly cache?: boolean | OpenAICacheOptions
}

export const responsesChecks: Checks<OpenAIResponsesOptions> = {
  ...wireChecks,
  systemRole: mustBeOneOf(['system', 'developer']),
  systemIn: mustBeOneOf(['instructions', 'input']),
  store: mustBeBoolean,
  compacted: mustBeOneOf(['send', 'omit']),
  cache: mustBeOpenAICache,
}

/** State shared by the functions of this encoder during one run. */
interface ResponsesRun {
  /** The input of a request under construction. */
  readonly input: OpenAIResponsesItem[]
  readonly systemRole: 'system' | 'developer'
  /** Whether the API stores items: they then keep their ids, and reasoning is identified by id. */
  readonly stored: boolean
  /** Ids of items in the request. The API rejects two items with the same id (OR-ID-DUP). */
  readonly itemIds: Set<string>
  /** The number of responses to each approval request, by its id. */
  readonly approvals: Map<string, number>
  /** Whether the request continues a conversation that the API stores. */
  readonly continues: boolean
  /** What the input has added so far. */
  readonly inputFacts: InputFacts
}

interface InputFacts {
  /** Whether the API stores a part of the conversation: a result may then answer a call outside the request. */
  holds: boolean
  /** Whether input items add tools. */
  tools: boolean
  /** Settings that an input item changes, with those of the request. */
  configuration: unknown
}

/** How a provider-executed part is written: as its recorded item, by its id, or not at all (mostly results). */
export type ProviderRun =
  | { readonly kind: 'item'; readonly item: UnknownRecord }
  | { readonly kind: 'reference'; readonly id: string }
  | { readonly kind: 'part of its call' }

/**
 * Provider-executed parts by index in the message, and how each is written. Not by object: the same object may occur
 * several times in a message.
 */
export type NativeParts = ReadonlyMap<number, ProviderRun>

export interface ResponsesTypes {
  readonly options: OpenAIResponsesOptions
  readonly run: ResponsesRun
  readonly tool: OpenAIResponsesTool
  /** The joined prompt, if it goes into the instructions. */
  readonly system: string | undefined
  readonly part: OpenAIResponsesInputPart
  readonly turn: NativeParts
  readonly request: OpenAIResponsesRequest
}

/** A position in the context, and the shared state of this encoder run. */
export type ResponsesState = EncodeState<ResponsesTypes>

/** The format's name as used in sentences. */
export const title = 'OpenAI Responses'
