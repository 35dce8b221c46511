import type { NativeSummary } from './compaction.ts'
import type { FragmentContent, Kept } from './fragment.ts'
import type { DataContent, JsonValue, Message, Parameters, Part, ProviderOptions, ToolDefinition } from './message.ts'
import type { Notice } from './sources.ts'

/** Counts the tokens of a text. Plugins may add `encode`, `slice` and more; the core needs only `count`. */
export interface Tokenizer {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /** Names the counting method, such as `tiktoken:o200k_base`. Counts of the same name share a cache. */
  readonly name: string
  /** Whether `count` is the number the provider will bill, or an estimate. Shown in the report. */
  readonly exact: boolean
  /**
   * Whether no token spans the start of a line that begins with a letter, a digit or one of `- * # <`: then a text's
   * count is the sum of its lines' counts, and changing one line does not require counting the whole text again.
   */
  readonly splitsAtLines?: boolean
  /** Returns the tokens of the text alone, without message framing. A whole number, 0 for ''. Never throws. */
  count(text: string): number
}

/** The overhead of a wire format around texts, in tokens. `@lamella/wire` has one for each format. */
export interface Framing {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  readonly name: string
  /** Once per request, such as the priming of the reply. */
  readonly request: number
  /** Once per message, including the system message. */
  readonly message: number
  /** Once per tool call, in addition to its name and arguments. */
  readonly toolCall: number
  /** Once per tool result, in addition to its text. */
  readonly toolResult: number
  /** Whether a tool result repeats the name of the tool. Default `false`. */
  readonly namesResults?: boolean
  /** Once per tool definition, in addition to its name, description and JSON Schema. */
  readonly tool: number
  /** Once for all tool definitions together, if there are any: some providers add instructions. Default 0. */
  readonly tools?: number
  /** An image of unknown size. An upper bound, since counting an image too low gets the request rejected. */
  readonly image: number
  /** Returns the tokens of an image by its provider's rule, a whole number. Default: `image`, whatever its size. */
  readonly measureImage?: (image: ImageInfo) => number
  /**
   * Returns the tokens of a PDF, audio or video by its provider's rule, a whole number; `undefined` if it has none. Default: a guess
   * by its bytes.
   */
  readonly measureFile?: (file: FileData) => number | undefined
  /**
   * Returns notices about what was kept of a layer whose tokens are a guess, such as a PDF of which neither the file nor its part
   * says how many pages it has. Default: none.
   */
  readonly notices?: (kept: readonly Kept[]) => readonly Notice[]
  /**
   * Returns the tokens of a part's provider-specific data, in addition to its visible content: encrypted reasoning,
   * signatures. A whole number. Default: none.
   */
  readonly measureHidden?: (part: Part) => number
  /**
   * Returns the tokens of a summary in the provider's own form, for the formats that send it instead of its text; 0 for one
   * of another provider. A whole number. Default: those of the text.
   */
  readonly measureSummary?: (summary: NativeSummary) => number
  /**
   * Returns the tokens that the parameters let the model think before it answers: they are reserved on top of the
   * reserve, unless `maxOutputTokens` limits both. A whole number. Default: none.
   */
  readonly measureThinking?: (parameters: Parameters) => number
  /**
   * Whether the model takes system or developer messages in the middle of a conversation. If it does, a changed text of
   * the owner is announced there; if not, it begins a new epoch. An unknown model takes none. Default: no.
   */
  readonly takesInstructions?: (parameters: Parameters) => boolean
  /**
   * Whether changed tools can be announced in the middle of a conversation, with the tools of the request as they were first
   * sent. If not, the change begins a new epoch. `added`: the tools to add. `removed`: the names of those to remove, with
   * those that are added again in another form. Default: no.
   */
  readonly takesToolChanges?: (
    parameters: Parameters,
    added: readonly ToolDefinition[],
    removed: readonly string[],
  ) => boolean
  /**
   * Returns the settings of the request that its reasoning or its cache depends on besides tools and messages, such as the
   * effort, as plain JSON with its keys in a fixed order. A change begins a new epoch, unless it can be announced. Default:
   * there are none.
   */
  readonly settingsOf?: (parameters: Parameters) => JsonValue | undefined
  /**
   * Whether the model reads reasoning that another one made, or its API leaves out what it does not read. If not, such reasoning is
   * left out of its requests, and is back with its own model. Default: yes.
   */
  readonly readsReasoningOf?: (parameters: Parameters, maker: string) => boolean
  /**
   * Whether changed settings can be announced in the middle of a conversation, with those of the request as they were first
   * sent. Default: no.
   */
  readonly takesSettings?: (parameters: Parameters, settings: JsonValue) => boolean
  /** Between two system layers that become one system prompt. */
  readonly systemSeparator: string
}

/** An image to be measured by a framing. */
export interface ImageInfo {
  /** Its bytes, base64 or URL: `imageSize` of `@lamella/wire/measure` reads its size. `undefined` for an uploaded file. */
  readonly data: DataContent | URL | undefined
  /** The part's provider options, which hold the requested detail. */
  readonly providerOptions: ProviderOptions | undefined
}

/** A file as a message has it. */
export interface FileData {
  /** Its bytes, base64 or URL; `undefined` for an uploaded file. */
  readonly data: DataContent | URL | undefined
  readonly mediaType: string
  readonly providerOptions?: ProviderOptions | undefined
}

/** Token counts by content, for any number of builders and tokenizers. */
export interface CountMemory {
  /**
   * Returns the counts of one tokenizer; missing ones come from `count`. Tokenizers with the same name and exactness
   * share counts; others never do.
   */
  countsOf(tokenizer: Pick<Tokenizer, 'name' | 'exact'>): Recall
}

/** Returns the tokens of a text: cached, or from `count` and then cached. */
export type Recall = (text: string, count: (text: string) => number) => number

/** Counts everything that costs tokens: texts, messages with their framing, tools. */
export interface Counter {
  readonly tokenizer: Tokenizer
  readonly framing: Framing
  readonly memory: CountMemory
  text(text: string): number
  message(message: Message): number
  /** Counts text, or the sum of messages. */
  content(content: FragmentContent): number
  /** @throws LamellaError `TOOL_SCHEMA_INVALID` */
  tools(tools: readonly ToolDefinition[]): number
}
