import { type Checks, mustBeBoolean, mustBeOneOf } from '@lamella/core/plugin'
import { mustBeOpenAICache, type OpenAICacheOptions } from '../../openai/prompt-cache.ts'
import { type WireOptions, wireChecks } from '../../shared/options.ts'

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
