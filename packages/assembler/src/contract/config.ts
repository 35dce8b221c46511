import type { Framing, Observer, Ranker, Tokenizer } from '@lamella/core'
import type { Models } from '@lamella/models'
import type { PromptSection } from './prompt-section.ts'

/**
 * How messages give way when tokens run out. All of them keep calls with their results, begin with a user message and keep the
 * newest one. `simple`: the oldest message first. `smart`: older messages go by pages, so that
 * the cut moves rarely. `sliding`: whole turns, the oldest first. Each shortens long texts of the newest turn before it drops any of it.
 */
export type TruncationStrategy = 'simple' | 'smart' | 'sliding'

/**
 * Where what changes at every turn stands. `classic`: at the end of the system prompt. `cache`: behind the history, so that the
 * provider's prompt cache keeps everything before it; and the history is cut rarely, and far.
 */
export type Arrangement = 'classic' | 'cache'

/** Settings of an assembler; all have defaults. Times are milliseconds, sizes tokens. */
export interface ContextAssemblerConfig {
  /**
   * A workspace folder, as `workspace` of `@lamella/provider-fs` reads it: instruction files, TOOLS.md, memory and skills. A layer of
   * your own takes the place of the folder's layer of that name. Default: none is read.
   */
  readonly workspace?: string
  /** Ranks the folder's memory against the newest message. Default: the newest memories first. */
  readonly ranker?: Ranker

  /** The model, where neither the request nor the session nor the agent names one. */
  readonly model?: string
  /** 0 to 2, where nobody else says one. */
  readonly temperature?: number
  /** The longest answer in tokens, where nobody else says one; lowered to what is free. */
  readonly maxOutputTokens?: number
  /** Windows, limits and features of models. Default: those built into `@lamella/models`. */
  readonly models?: Pick<Models, 'findModel' | 'getModel'>

  /**
   * Counts tokens. Default: exactly where the encoding of the model is published and `@lamella/tokenizer-tiktoken` is installed,
   * or else `heuristic({ mode: 'careful' })` of `@lamella/tokenizer-heuristic`.
   */
  readonly tokenizer?: Tokenizer
  /** What the wire format adds. Default: a chat format's, rounded up. */
  readonly framing?: Framing

  /** How messages give way. Default `smart`. */
  readonly truncationStrategy?: TruncationStrategy
  /** Kept free for the answer. Default 2,000. A `maxOutputTokens` of the request, the session or the agent raises it, and so does a budget of thinking. */
  readonly reserve?: number
  /** Where what changes at every turn stands. Default `classic`. */
  readonly arrange?: Arrangement

  /** Share of the window, less what is kept for the answer, above which a session should be compacted: above 0, to 1. Default 0.8. */
  readonly compactionThreshold?: number
  /** Messages above which it should. Default 100. */
  readonly compactionMessageThreshold?: number
  /** Calls of tools above which it should. Default 50. */
  readonly compactionToolThreshold?: number
  /** At least so many of the newest messages stay as they are. Default 20. */
  readonly compactionKeepRecent?: number
  /** How long one answer of the summarizer may take. Default 120,000. */
  readonly compactionTimeout?: number

  /** Tells the model the time. Default `true`. */
  readonly includeDatetime?: boolean
  /** `YYYY MM DD HH mm ss` are replaced, everything else stays. Default `YYYY-MM-DD HH:mm`. */
  readonly datetimeFormat?: string
  /** An IANA name. Default `UTC`. */
  readonly datetimeTimezone?: string
  /** Between two sections. Default: an empty line, `---`, an empty line. */
  readonly sectionSeparator?: string
  /** Sections of your own, by their order among the standard ones. */
  readonly sections?: readonly PromptSection[]

  /** Keeps contexts for `cacheTTL`, and files for `cacheFileTTL`. Default `true`. */
  readonly enableCaching?: boolean
  /** How long a file is believed without a look at the disk. Default 60,000. 0: look each time. */
  readonly cacheFileTTL?: number
  /** How long an assembled context is kept, `Infinity` included. Default 60,000. */
  readonly cacheTTL?: number
  /** How many of them are kept, at most; the least recently used one goes. Default 100. */
  readonly cacheMaxEntries?: number

  /** Is told what happens in builds. */
  readonly observe?: Observer

  /** Lists the tools in the system prompt, too. Default `false`. */
  readonly generateToolsSummary?: boolean
  /** Shows examples of skills. Default `false`. */
  readonly includeExamplesInPrompt?: boolean
}
