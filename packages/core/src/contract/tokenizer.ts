import type { ImageInfo } from './image.ts'
import type { Part } from './message.ts'
import type { Parameters } from './parameters.ts'

/** Counts the tokens of a text. Plugins may add `encode`, `slice` and more; the core needs `count` alone. */
export interface Tokenizer {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /** Names the way of counting, such as `tiktoken:o200k_base`. Counts of one name are remembered together. */
  readonly name: string
  /** Whether `count` is the number the provider will bill, or an estimate. The report says which. */
  readonly exact: boolean
  /**
   * Whether no token spans the start of a line that begins with a letter, a digit or one of `- * # <`: then a text's count
   * is the sum of its lines' counts, and a text of which one line has changed is not counted again as a whole.
   */
  readonly splitsAtLines?: boolean
  /** Tokens of the text alone, without message framing. A whole number, 0 for ''. Never throws. */
  count(text: string): number
}

/** What a wire format adds around texts, in tokens. `@lamella/wire` has one for each format. */
export interface Framing {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  readonly name: string
  /** Once a request, such as the priming of the reply. */
  readonly request: number
  /** Once a message, the system message included. */
  readonly message: number
  /** Once a tool call, beside its name and its arguments. */
  readonly toolCall: number
  /** Once a tool result, beside its text. */
  readonly toolResult: number
  /** Whether a tool result repeats the name of the tool. Default `false`. */
  readonly namesResults?: boolean
  /** Once a tool definition, beside its name, description and JSON Schema. */
  readonly tool: number
  /** Once for all tool definitions together, if there are any: some providers write instructions of their own. Default 0. */
  readonly tools?: number
  /** An image whose size is not known. An upper bound, since an image counted too low is a refused request. */
  readonly image: number
  /** Tokens of an image by its provider's rule, a whole number. Default: `image`, whatever its size. */
  readonly measureImage?: (image: ImageInfo) => number
  /**
   * Tokens of what a part carries for its provider alone, beside what it shows: encrypted reasoning, signatures. A whole
   * number. Default: none.
   */
  readonly measureHidden?: (part: Part) => number
  /**
   * Tokens that the parameters let the model think before it answers: they are kept free beside the reserve, unless
   * `maxOutputTokens` limits both. A whole number. Default: none.
   */
  readonly measureThinking?: (parameters: Parameters) => number
  /** Between two system layers that become one system prompt. */
  readonly systemSeparator: string
}
