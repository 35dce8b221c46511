import type { CountMemory, FilePart, Framing, ImagePart, Message, Tokenizer, ToolDefinition } from '@lamella/core'
import {
  type TokenEstimator as CoreEstimator,
  checkOptions,
  createTokenEstimator,
  mustBeObject,
  mustBeOneOf,
  mustBeText,
  mustHaveMethod,
  simpleFraming,
} from '@lamella/core/plugin'
import { simple } from '@lamella/tokenizer-heuristic'
import type { SessionMessage } from '@lamella/wire/messages'
import { openOnce } from '../open-once.ts'
import { loadTiktoken } from '../tokens/load-tiktoken.ts'
import { toMessage } from './to-message.ts'

/** How tokens are counted. */
export interface TokenEstimatorOptions {
  /**
   * `simple`: four characters a token, 2.5 in Russian, 1.5 in Chinese, Japanese and Korean. `tiktoken`: exactly as OpenAI's
   * models since GPT-4o count, for which `@lamella/tokenizer-tiktoken` must be installed. Default `simple`.
   */
  readonly mode?: 'simple' | 'tiktoken'
  /** Another way to count, in place of a mode. */
  readonly tokenizer?: Tokenizer
  /** What the wire format adds. Default: 5 a tool call, 85 to 255 an image by its size, nothing else. */
  readonly framing?: Framing
  /** Remembers counts by content. Default: a memory of its own. */
  readonly counts?: CountMemory
}

/**
 * `createTokenEstimator` of `@lamella/core/plugin`, with a tokenizer that is loaded at the first count. Every method throws
 * `TOKENIZER_MISSING` if the package for `tiktoken` is not installed.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const estimator = new TokenEstimator({ mode: 'simple' })
 * await estimator.estimateText('Hello, world!') // 4
 */
export class TokenEstimator {
  /** What the wire format adds. */
  readonly framing: Framing
  /** The tokenizer, loaded once. A load that failed is tried again. */
  readonly tokenizer: () => Promise<Tokenizer>
  readonly #core: () => Promise<CoreEstimator>

  constructor(options: TokenEstimatorOptions = {}) {
    const { mode, tokenizer, framing, counts } = checkOptions('TokenEstimator', options, {
      mode: (value) =>
        options.tokenizer === undefined
          ? mustBeOneOf(['simple', 'tiktoken'])(value)
          : "cannot be given with 'tokenizer': leave one of them out",
      tokenizer: mustHaveMethod('count'),
      framing: mustBeObject,
      counts: mustHaveMethod('countsOf'),
    })
    this.framing = framing ?? simpleFraming
    this.tokenizer = openOnce(async () => (mode === 'tiktoken' ? loadTiktoken() : (tokenizer ?? simple())))
    this.#core = openOnce(async () => createTokenEstimator(await this.tokenizer(), this.framing, counts))
  }

  /** Tokens of the text alone. @throws LamellaError `OPTION_INVALID` for what is not a string */
  async estimateText(text: string): Promise<number> {
    checkOptions('estimateText', { text }, { text: mustBeText }, ['text'])
    return (await this.#core()).estimateText(text)
  }

  /** Tokens of a message or a record of a session. @throws LamellaError `WIRE_DECODE` for anything else */
  async estimateMessage(message: Message | SessionMessage): Promise<number> {
    return (await this.#core()).estimateMessage(toMessage(message))
  }

  /** Tokens of a conversation. Throws like `estimateMessage`. */
  async estimateMessages(messages: readonly (Message | SessionMessage)[]): Promise<number> {
    return (await this.#core()).estimateMessages(messages.map(toMessage))
  }

  /** Tokens of tool definitions: names, descriptions, JSON Schemas. @throws LamellaError `TOOL_SCHEMA_INVALID` */
  async estimateTools(tools: readonly ToolDefinition[]): Promise<number> {
    return (await this.#core()).estimateTools(tools)
  }

  /** Tokens of an image; the most that an image can cost if its size is not known. */
  async estimateImage(image: ImagePart | FilePart): Promise<number> {
    return (await this.#core()).estimateImage(image).tokens
  }
}
