import type { CountMemory, FilePart, Framing, ImagePart, Message, Tokenizer, ToolDefinition } from '@lamella/core'
import { createCountMemory, createEstimator } from '@lamella/core'
import {
  type Check,
  checkMessages,
  checkOptions,
  createCounter,
  defaultFraming,
  isObject,
  mustBeObject,
  mustHaveMethod,
} from '@lamella/core/plugin'
import { imageSize } from './image-size.ts'

/** Token counts of single items, for a meter or a decision outside of a build. */
export interface TokenEstimator {
  /** Whether texts are counted as the provider bills them. Format overhead is seldom published: see the framing. */
  readonly exact: boolean
  /** Returns the tokens of the text alone. */
  estimateText(text: string): number
  /**
   * Returns the tokens of a message with its framing: texts, reasoning, calls with their input, results, images and
   * files.
   */
  estimateMessage(message: Message): number
  /** Returns the tokens of a conversation: its messages, and the overhead per request. */
  estimateMessages(messages: readonly Message[]): number
  /** Returns the tokens of tool definitions: names, descriptions, schemas. @throws LamellaError `TOOL_SCHEMA_INVALID` */
  estimateTools(tools: readonly ToolDefinition[]): number
  /** Returns the tokens of an image. An upper bound if its size is unknown or the framing has no rule. */
  estimateImage(part: ImagePart | FilePart): { readonly tokens: number; readonly exact: boolean }
}

/**
 * Creates an estimator over any tokenizer and any format's framing.
 *
 * @param memory Where counts are cached by content. Default: a new memory.
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const estimator = createTokenEstimator()
 * estimator.estimateText('Hello, world!') // 4
 * estimator.estimateMessage({ role: 'user', content: 'Hello' }) // 5
 */
export function createTokenEstimator(
  tokenizer: Tokenizer = createEstimator(),
  framing: Framing = defaultFraming,
  memory: CountMemory = createCountMemory(),
): TokenEstimator {
  const checks = { tokenizer: mustHaveMethod('count'), framing: mustBeObject, memory: mustHaveMethod('countsOf') }
  checkOptions('createTokenEstimator', { tokenizer, framing, memory }, checks)
  const { text, message, tools, content } = createCounter(tokenizer, framing, memory)
  return {
    exact: tokenizer.exact,
    estimateText: text,
    estimateMessage: (one) => content(checkMessages([one], 'message')),
    estimateMessages: (messages) => framing.request + content(checkMessages(messages, 'messages')),
    estimateTools: (given) => {
      checkOptions('estimateTools', { tools: given }, { tools: mustBeTools }, ['tools'])
      return tools(given)
    },
    estimateImage: (part) => {
      checkOptions('estimateImage', { part }, { part: mustBeObject }, ['part'])
      const data = part.type === 'image' ? part.image : part.data
      const exact = framing.measureImage !== undefined && imageSize(data) !== undefined
      const { providerOptions } = part
      const image: ImagePart = { type: 'image', image: data, ...(providerOptions && { providerOptions }) }
      return { tokens: message({ role: 'user', content: [image] }) - framing.message, exact }
    },
  }
}

const mustBeTools: Check = (value) =>
  Array.isArray(value) && value.every(isObject) ? undefined : 'must be a list of definitions of tools'

/**
 * The simplest framing: texts alone, 5 tokens per tool call on top of its name and input, and 85 to 255 per image: 85
 * for the smallest, 255 from 512 x 512 pixels on, by area in between. It counts too low for images of current models:
 * use the framing of a format for those.
 */
export const simpleFraming: Framing = {
  spec: 1,
  name: 'simple',
  request: 0,
  message: 0,
  toolCall: 5,
  toolResult: 0,
  tool: 0,
  image: 255,
  measureImage: ({ data }) => {
    const size = data === undefined ? undefined : imageSize(data)
    return 85 + Math.round(170 * Math.min(1, size ? (size.width * size.height) / 512 ** 2 : 1))
  },
  systemSeparator: '\n\n',
}
