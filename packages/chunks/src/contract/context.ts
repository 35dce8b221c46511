import type { Context, Framing, RepairPolicy, Report, Tokenizer } from '@lamella/core'
import type { RepairAction } from '@lamella/core/plugin'
import type { ContextMessageRole, MemoryState } from './chunk.ts'
import type { ChunkType } from './chunk-type.ts'
import type { IChunkRenderer } from './renderer.ts'

/** A text message: a canonical message of `@lamella/core`, which chat clients accept unchanged. */
export interface ContextMessage {
  readonly role: ContextMessageRole
  readonly content: string
}

/** Which chunks to include. `exclusions` in the result lists the others, with the option that excluded each. */
export interface ChunkFilters {
  /** Whether to include `SYSTEM` chunks. Default `true`. The option `systemPrompt` is not a chunk. */
  readonly includeSystem?: boolean
  /** Whether to include `ENVIRONMENT` chunks. Default `true`. `false` also leaves out the calls they answer. */
  readonly includeEnvironment?: boolean
  /** Types to leave out. */
  readonly excludeTypes?: readonly ChunkType[]
  /** The only chunks to include, by id. */
  readonly includeOnlyChunkIds?: readonly string[]
}

/** Options of a build. */
export interface ContextBuildOptions extends ChunkFilters {
  /** The model's window in tokens, including the answer. A whole number, 0 or more. Default: no limit. */
  readonly window?: number
  /** Tokens kept free for the answer: less than the window. Default 0. */
  readonly reserve?: number
  /** Counts the tokens. Default: the builder's tokenizer, or else characters / 4. */
  readonly tokenizer?: Tokenizer
  /** Placed first, unchanged, in a message of the role `system`. Never shortened or dropped. */
  readonly systemPrompt?: string
  /** The tokens that a provider adds to texts. Default: none. */
  readonly framing?: Framing
  /**
   * How to handle a call without a result and a result without a call. Default: add a marked stand-in; drop the result.
   */
  readonly repair?: RepairPolicy
}

/** A chunk that is not in the messages. */
export interface ChunkExclusion {
  readonly chunkId: string
  /**
   * `filter`: an option excluded it. `window`: it did not fit. `repair`: the counterpart of the call or result is
   * missing.
   */
  readonly reason: 'filter' | 'window' | 'repair'
  /** The option that excluded the chunk, or the one named in `with`. */
  readonly option?: keyof ChunkFilters
  /** The repair that dropped the chunk, or the one named in `with`, and the id of the tool call. */
  readonly repair?: RepairAction
  readonly toolCallId?: string
  /** The chunk whose exclusion caused this one, if any. */
  readonly with?: string
}

/** The report of a build, with its layer names. */
export interface ChunkReport extends Report<'system' | 'chunks'> {
  /** Returns the report as text. `rows`: the most rows to list, by default 50. */
  explain(options?: { readonly rows?: number | undefined }): string
}

/**
 * The result of a build: a context that every encoder of `@lamella/wire` accepts unchanged. `system` holds the option
 * `systemPrompt` and the system chunks directly after it; for a chat client, pass `[...system, ...messages]`. It has no
 * tools and no parameters.
 */
export interface ContextBuildResult extends Context<'system' | 'chunks'> {
  readonly report: ChunkReport
  /** All other chunks, in the order of the state; consecutive chunks of one role form one message. */
  readonly messages: ContextMessage[]
  /** Tokens of the messages' texts, each counted whole, plus any framing. */
  readonly tokenCount: number
  /** Whether the tokenizer declares its counts exact; `false` means an estimate. */
  readonly tokenCountExact: boolean
  /** In order, including shortened chunks, which the report's rows list. */
  readonly includedChunkIds: string[]
  /** In order. */
  readonly excludedChunkIds: string[]
  /** The reason for each of `excludedChunkIds`. */
  readonly exclusions: readonly ChunkExclusion[]
}

/** Turns states into contexts. Reuse one: it caches the token counts of texts. */
export interface ContextBuilder {
  /**
   * Builds the context of a state within the limit. When tokens run out, the lowest priority is dropped first, starting
   * with the oldest chunk; long results are cut before they are dropped. A call and its result are kept or dropped
   * together. The system prompt, the user's newest message and `pinned` chunks stay. The state is not changed.
   *
   * @throws LamellaError `OPTION_INVALID`, `STATE_INVALID`, `CHUNK_INVALID`; `CONTEXT_OVERFLOW` if the pinned content
   * exceeds the limit; `BUDGET_INVALID`; `TOKENIZER_FAILED`; `TOOL_PAIR_BROKEN` if the repair policy is `fail`
   */
  build(state: MemoryState, options?: ContextBuildOptions): ContextBuildResult
  /**
   * Adds a renderer, which is tried before those registered earlier and before the built-in ones. Returns the same
   * builder.
   *
   * @throws LamellaError `OPTION_INVALID` if the value is not a renderer
   */
  registerRenderer(renderer: IChunkRenderer): ContextBuilder
}
