import type { BuildTracer, CountMemory, Framing, Observer, Ranker, Tokenizer } from '@lamella/core'
import type { Models } from '@lamella/models'
import type { CompactionEvent } from './compaction.ts'
import type { PromptSection } from './prompt-section.ts'

/**
 * How messages give way when tokens run out. Every strategy keeps calls with their results, begins with a user message
 * and keeps the newest one. `simple`: the oldest message first. `smart`: older messages by pages, so that the cut moves
 * rarely. `sliding`: whole turns, the oldest first. Each shortens long texts of the newest turn before it drops any of
 * it.
 */
export type TruncationStrategy = 'simple' | 'smart' | 'sliding'

/**
 * How requests follow each other.
 * - `run`: each extends the one before, whatever changes. What is needed for that is kept with the session, in a store
 *   that keeps runs (`runs`).
 * - `classic`: each is made on its own, with the time at the end of the system prompt.
 * - `cache`: each is made on its own; parts that change on every turn follow the history, so that the provider's prompt
 *   cache keeps everything before them, and the history is cut in rare, large steps.
 */
export type Arrangement = 'run' | 'classic' | 'cache'

/** When a session should be compacted, and how. */
export interface CompactionSettings {
  /**
   * Share of the window, less the reserve for the answer, above which a session should be compacted: above 0, to 1. If the
   * system prompt and the tools take much of it, three quarters of this share of the rest. A session that may have to be cut
   * before should be compacted earlier. Default 0.8.
   */
  readonly threshold?: number
  /** The number of messages above which a session should be compacted. Default 100. */
  readonly messageThreshold?: number
  /** The number of tool calls above which a session should be compacted. Default 50. */
  readonly toolThreshold?: number
  /**
   * The minimum number of newest messages to keep unchanged. Default 20, or fewer if their turns take more than a quarter of
   * what a request has for messages.
   */
  readonly keepRecent?: number
  /** The time limit for a strategy, and for one answer of the summarizer, in milliseconds. Default 120,000. */
  readonly timeout?: number
  /**
   * Who compacts, and when a summary takes effect.
   * - `asked`: you, with `compact`. The summary takes effect with the next request, which begins a new epoch of a run.
   * - `background`: `assemble` starts a compaction when it is needed, and does not wait for it. A run goes on with what it has
   *   sent, and the summary takes effect when it has to be cut anyway; also one that you, or another process, asked for.
   *
   * Default `asked`.
   */
  readonly mode?: 'asked' | 'background'
  /** Called when a compaction in the background has ended. What it throws is ignored. */
  readonly onEnd?: (event: CompactionEvent) => void
}

/** How long contexts and files are kept in memory. */
export interface CacheSettings {
  /** How long an assembled context is kept, in milliseconds; may be `Infinity`. Default 60,000. */
  readonly ttl?: number
  /**
   * How long a file is used without checking the disk, in milliseconds. Default 60,000. 0: check every time. Memory files
   * are always checked.
   */
  readonly fileTtl?: number
  /** The maximum number of contexts to keep; the least recently used one is evicted first. Default 100. */
  readonly maxEntries?: number
}

/** Settings of an assembler; all have defaults. Sizes are in tokens. */
export interface ContextAssemblerConfig {
  /**
   * A workspace folder, read as by `workspace` of `@lamella/provider-fs`: instruction files, TOOLS.md, memory and
   * skills. Your own layer replaces the folder's layer with the same name. Default: no folder.
   */
  readonly workspace?: string
  /** Ranks the folder's memory against the newest message. Default: the newest memories first. */
  readonly ranker?: Ranker

  /** The model, if neither the request nor the session nor the agent names one. */
  readonly model?: string
  /** 0 to 2, used if no other layer sets it. */
  readonly temperature?: number
  /** The maximum number of tokens in an answer, used if no other layer sets it; lowered to the free space. */
  readonly maxOutputTokens?: number
  /** Windows, limits and features of models. Default: those built into `@lamella/models`. */
  readonly models?: Pick<Models, 'findModel' | 'getModel'>

  /**
   * Counts tokens. Default: exactly if the model's encoding is published and `@lamella/tokenizer-tiktoken` is
   * installed, or else `heuristic({ mode: 'careful' })` of `@lamella/tokenizer-heuristic`.
   */
  readonly tokenizer?: Tokenizer
  /**
   * Where token counts are kept, to share them between assemblers, or between processes with `fileCounts` of
   * `@lamella/provider-fs`. Default: in this assembler.
   */
  readonly counts?: CountMemory
  /** The tokens that the wire format adds. Default: those of a chat format, rounded up. */
  readonly framing?: Framing

  /** How messages give way. Default `smart`. */
  readonly truncationStrategy?: TruncationStrategy
  /**
   * Tokens reserved for the answer. Default 2,000. Raised by a `maxOutputTokens` of the request, the session or the
   * agent, and by a thinking budget.
   */
  readonly reserve?: number
  /** How requests follow each other. Default: `run` if the store of sessions keeps runs, or else `classic`. */
  readonly arrange?: Arrangement

  /** When a session should be compacted, and how. */
  readonly compaction?: CompactionSettings

  /** Whether to show the model the time. Default `true`. */
  readonly includeDatetime?: boolean
  /** `YYYY MM DD HH mm ss` are replaced, everything else stays. Default `YYYY-MM-DD HH:mm`. */
  readonly datetimeFormat?: string
  /** An IANA name. Default `UTC`. */
  readonly datetimeTimezone?: string
  /** The separator between two sections. Default: an empty line, `---`, an empty line. */
  readonly sectionSeparator?: string
  /** Your own sections, placed by their order among the standard ones. */
  readonly sections?: readonly PromptSection[]

  /** How long contexts and files are kept in memory; `false` keeps none. */
  readonly cache?: false | CacheSettings

  /** Receives the events of builds, or follows them while they happen. */
  readonly observe?: Observer | BuildTracer

  /** Whether to also list the tools in the system prompt. Default `false`. */
  readonly generateToolsSummary?: boolean
  /** Whether to show examples of skills. Default `false`. */
  readonly includeExamplesInPrompt?: boolean
}
