import {
  type CountMemory,
  type FilePart,
  type Framing,
  type ImagePart,
  LamellaError,
  type Message,
  type Tokenizer,
  type ToolDefinition,
} from '@lamella/core'
import {
  type TokenEstimator as Counts,
  checkOptions,
  createTokenEstimator,
  mustBeObject,
  mustBeOneOf,
  mustHaveMethod,
  simpleFraming,
} from '@lamella/core/plugin'
import { simple } from '@lamella/tokenizer-heuristic'
import type { SessionMessage } from '@lamella/wire/messages'
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
 * Counts the tokens of single things: texts, messages, tools, images. Each thing is counted once and remembered by content.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const estimator = new TokenEstimator({ mode: 'simple' })
 * await estimator.estimateText('Hello, world!') // 4
 */
export class TokenEstimator {
  /** What the wire format adds. */
  readonly framing: Framing
  readonly #make: () => Promise<Tokenizer>
  readonly #memory: CountMemory | undefined
  #tokenizer: Promise<Tokenizer> | undefined
  #counts: Promise<Counts> | undefined

  constructor(options: TokenEstimatorOptions = {}) {
    const { mode, tokenizer, framing, counts } = checkOptions('TokenEstimator', options, {
      mode: mustBeOneOf(['simple', 'tiktoken']),
      tokenizer: mustHaveMethod('count'),
      framing: mustBeObject,
      counts: mustHaveMethod('countsOf'),
    })
    if (mode !== undefined && tokenizer !== undefined) throw both()
    this.framing = framing ?? simpleFraming
    this.#make = mode === 'tiktoken' ? loadTiktoken : async () => tokenizer ?? simple()
    this.#memory = counts
  }

  /** How texts are counted. Loaded once; what could not be loaded is tried again. @throws LamellaError `TOKENIZER_MISSING` */
  tokenizer(): Promise<Tokenizer> {
    this.#tokenizer ??= this.#make().catch((error: unknown) => {
      this.#tokenizer = undefined
      throw error
    })
    return this.#tokenizer
  }

  /** Tokens of the text alone. @throws LamellaError `TOKENIZER_MISSING`, as all methods at their first count */
  async estimateText(text: string): Promise<number> {
    if (typeof text !== 'string') throw notText()
    return (await this.#counter()).estimateText(text)
  }

  /**
   * Tokens of a message or a record of a session: its texts, calls with their input, results, images.
   *
   * @throws LamellaError `WIRE_DECODE` for what is neither
   */
  async estimateMessage(message: Message | SessionMessage): Promise<number> {
    return (await this.#counter()).estimateMessage(toMessage(message))
  }

  /** Tokens of a conversation. Throws like `estimateMessage`. */
  async estimateMessages(messages: readonly (Message | SessionMessage)[]): Promise<number> {
    return (await this.#counter()).estimateMessages(messages.map(toMessage))
  }

  /** Tokens of tool definitions: names, descriptions, JSON Schemas. @throws LamellaError `TOOL_SCHEMA_INVALID` */
  async estimateTools(tools: readonly ToolDefinition[]): Promise<number> {
    return (await this.#counter()).estimateTools(tools)
  }

  /** Tokens of an image; the most that one may cost where its size is not known. */
  async estimateImage(image: ImagePart | FilePart): Promise<number> {
    return (await this.#counter()).estimateImage(image).tokens
  }

  #counter(): Promise<Counts> {
    const make = (tokenizer: Tokenizer): Counts => createTokenEstimator(tokenizer, this.framing, this.#memory)
    this.#counts ??= this.tokenizer()
      .then(make)
      .catch((error: unknown) => {
        this.#counts = undefined
        throw error
      })
    return this.#counts
  }
}

function both(): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: "TokenEstimator: 'mode' and 'tokenizer' say two different things.",
    fix: 'Give one of them.',
    details: { what: 'TokenEstimator', option: 'mode' },
  })
}

function notText(): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: "estimateText: 'text' must be a string.",
    fix: 'Give a text to estimateText(), and a message to estimateMessage().',
    details: { what: 'estimateText', option: 'text' },
  })
}
