import { type Checks, mustBeBoolean, mustBeOneOf } from '@lamella/core/plugin'
import { mustBeOpenAICache, type OpenAICacheOptions } from '../../openai/prompt-cache.ts'
import { type WireOptions, wireChecks } from '../../shared/options.ts'

/** How to write a request of OpenAI Responses; everything has a default. */
export interface OpenAIResponsesOptions extends WireOptions {
  /** The role of system messages. Reasoning models call it `developer`. Default `'system'`, which all take. */
  readonly systemRole?: 'system' | 'developer'
  /**
   * Where a joined system prompt goes: to the field for it, or to the start of the input as a message of `systemRole`.
   * The instructions of a request are not carried on by `previous_response_id`; messages are. Default `'instructions'`.
   */
  readonly systemIn?: 'instructions' | 'input'
  /**
   * Whether OpenAI keeps what goes in and out. With `false`, items go without ids, reasoning is carried by its encrypted
   * content, and the request asks for it. Default: that of the parameters, else left to OpenAI, which keeps it.
   */
  readonly store?: boolean
  /** Helps OpenAI's prompt cache: names the start of the request. Default `false`. */
  readonly cache?: boolean | OpenAICacheOptions
}

export const responsesChecks: Checks<OpenAIResponsesOptions> = {
  ...wireChecks,
  systemRole: mustBeOneOf(['system', 'developer']),
  systemIn: mustBeOneOf(['instructions', 'input']),
  store: mustBeBoolean,
  cache: mustBeOpenAICache,
}
