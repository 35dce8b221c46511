import { type Checks, mustBeBoolean, mustBeOneOf } from '@lamella/core/plugin'
import { mustBeOpenAICache, type OpenAICacheOptions } from '../../openai/prompt-cache.ts'
import { type WireOptions, wireChecks } from '../../shared/options.ts'

/** How to write an OpenAI Responses request; every option has a default. */
export interface OpenAIResponsesOptions extends WireOptions {
  /** The role of system messages. Reasoning models call it `developer`. Default `'system'`, which all models accept. */
  readonly systemRole?: 'system' | 'developer'
  /**
   * Where a joined system prompt goes: the `instructions` field, or a message of `systemRole` at the start of the
   * input. `previous_response_id` carries over messages, but not the instructions of a request. Default
   * `'instructions'`.
   */
  readonly systemIn?: 'instructions' | 'input'
  /**
   * Whether OpenAI stores requests and responses. With `false`, items are sent without ids, reasoning is sent as
   * encrypted content, and the request asks for it. Default: the value in the parameters, otherwise OpenAI's default,
   * which is to store.
   */
  readonly store?: boolean
  /** Improves the hit rate of OpenAI's prompt cache by sending a key for the start of the request. Default `false`. */
  readonly cache?: boolean | OpenAICacheOptions
}

export const responsesChecks: Checks<OpenAIResponsesOptions> = {
  ...wireChecks,
  systemRole: mustBeOneOf(['system', 'developer']),
  systemIn: mustBeOneOf(['instructions', 'input']),
  store: mustBeBoolean,
  cache: mustBeOpenAICache,
}
