import type { CountMemory, FilePart, Framing, ImagePart, Message, Tokenizer, ToolDefinition } from '@lamella/core'
import { checkOptions, mustBeObject, mustBeOneOf, mustBeText, mustHaveMethod } from '@lamella/core/plugin'
import { loadTokenizer } from '@lamella/models'
import { simple } from '@lamella/tokenizer-heuristic'
import { createTokenEstimator, simpleFraming, type TokenEstimator as WireEstimator } from '@lamella/wire/measure'
import type { SessionMessage } from '@lamella/wire/messages'
import { assemblerError } from '../errors.ts'
import { openOnce } from '../open-once.ts'
import { toMessage } from './to-message.ts'

/** How tokens are counted. */
export interface TokenEstimatorOptions {
  /**
   * `simple`: four characters per token, 2.5 in Russian, 1.5 in Chinese, Japanese and Korean. `tiktoken`: exact counts
   * for OpenAI's models since GPT-4o; requires `@lamella/tokenizer-tiktoken`. Default `simple`.
   */
  readonly mode?: 'simple' | 'tiktoken'
  /** A custom tokenizer instead of a mode. */
  readonly tokenizer?: Tokenizer
  /** The overhead of the wire format. Default: 5 tokens per tool call, 85 to 255 per image by its size, nothing else. */
  readonly framing?: Framing
  /** Caches counts by content. Default: its own cache. */
  readonly counts?: CountMemory
}

/**
 * Creates a `createTokenEstimator` of `@lamella/wire/measure` that loads its tokenizer at the first count. Every method
 * throws `TOKENIZER_MISSING` if the package for `tiktoken` is not installed.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const estimator = new TokenEstimator({ mode: 'simple' })
 * await estimator.estimateText('Hello, world!') // 4
 */
export class TokenEstimator {
  /** The overhead of the wire format. */
  readonly framing: Framing
  /** The tokenizer, loaded once. A failed load is retried. */
  readonly tokenizer: () => Promise<Tokenizer>
  readonly #core: () => Promise<WireEstimator>

  constructor(options: TokenEstimatorOptions = {}) {
    const { mode, tokenizer, framing, counts } = checkOptions('TokenEstimator', options, {
      mode: (value) =>
        options.tokenizer === undefined
          ? mustBeOneOf(['simple', 'tiktoken'])(value)
          : "cannot be combined with 'tokenizer': remove one of them",
      tokenizer: mustHaveMethod('count'),
      framing: mustBeObject,
      counts: mustHaveMethod('countsOf'),
    })
    this.framing = framing ?? simpleFraming
    this.tokenizer = openOnce(async () =>
      mode === 'tiktoken' ? mustBeExact(await loadTokenizer('o200k_base')) : (tokenizer ?? simple()),
    )
    this.#core = openOnce(async () => createTokenEstimator(await this.tokenizer(), this.framing, counts))
  }

  /** Counts the tokens of a text alone. @throws LamellaError `OPTION_INVALID` for values that are not strings */
  async estimateText(text: string): Promise<number> {
    checkOptions('estimateText', { text }, { text: mustBeText }, ['text'])
    return (await this.#core()).estimateText(text)
  }

  /** Counts the tokens of a message or a session record. @throws LamellaError `WIRE_DECODE` for anything else */
  async estimateMessage(message: Message | SessionMessage): Promise<number> {
    return (await this.#core()).estimateMessage(toMessage(message))
  }

  /** Counts the tokens of a conversation. Throws like `estimateMessage`. */
  async estimateMessages(messages: readonly (Message | SessionMessage)[]): Promise<number> {
    return (await this.#core()).estimateMessages(messages.map(toMessage))
  }

  /**
   * Counts the tokens of tool definitions: names, descriptions, JSON Schemas. @throws LamellaError
   * `TOOL_SCHEMA_INVALID`
   */
  async estimateTools(tools: readonly ToolDefinition[]): Promise<number> {
    return (await this.#core()).estimateTools(tools)
  }

  /** Counts the tokens of an image; the maximum if its size is unknown. */
  async estimateImage(image: ImagePart | FilePart): Promise<number> {
    return (await this.#core()).estimateImage(image).tokens
  }
}

/** @throws LamellaError `TOKENIZER_MISSING` for an estimate, which `loadTokenizer` returns if the package for exact counts is missing */
export function mustBeExact(tokenizer: Tokenizer): Tokenizer {
  if (tokenizer.exact) return tokenizer
  const name = '@lamella/tokenizer-tiktoken'
  throw assemblerError(
    'TOKENIZER_MISSING',
    `The mode 'tiktoken' requires the package ${name}, which is not installed.`,
    `Install it (npm install ${name}), or use the mode 'simple'.`,
    { package: name },
  )
}
