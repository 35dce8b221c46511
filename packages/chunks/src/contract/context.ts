import type { Context, Framing, RepairAction, RepairPolicy, Tokenizer } from '@lamella/core'
import type { ChunkType } from '../chunk-type.ts'
import type { MemoryState } from './chunk.ts'
import type { IChunkRenderer } from './renderer.ts'
import type { ContextMessageRole } from './role.ts'

/** A message of text: a canonical message of `@lamella/core`, and what chat clients take as it is. */
export interface ContextMessage {
  readonly role: ContextMessageRole
  readonly content: string
}

/** Which chunks are looked at. What is left out is in the result's `exclusions`, with the option that did it. */
export interface ChunkFilters {
  /** Whether chunks of the type `SYSTEM` are. Default `true`. The option `systemPrompt` is not a chunk. */
  readonly includeSystem?: boolean
  /** Whether chunks of the type `ENVIRONMENT` are. Default `true`. A call whose result is left out is left out with it. */
  readonly includeEnvironment?: boolean
  /** Types that are not. */
  readonly excludeTypes?: readonly ChunkType[]
  /** Only chunks of these ids are. */
  readonly includeOnlyChunkIds?: readonly string[]
}

/** How a context is built. */
export interface ContextBuildOptions extends ChunkFilters {
  /** Of the model, in tokens, answer included. A whole number, 0 or more. Default: no limit. */
  readonly window?: number
  /** Kept free for the answer, in tokens: less than the window. Default 0. */
  readonly reserve?: number
  /** The page's name for what `window` and `reserve` leave: the most tokens the messages may take. Give either it or those. */
  readonly maxTokens?: number
  /** Counts the tokens. Default: that of the builder; without any, characters / 4. */
  readonly tokenizer?: Tokenizer
  /** Stands first, in a message of the role `system`, as it is. Never shortened, never dropped. */
  readonly systemPrompt?: string
  /** What a provider adds to texts, counted too. Default: nothing. */
  readonly framing?: Framing
  /** What becomes of a call without a result, and of a result without a call. Default: a marked stand-in; dropped. */
  readonly repair?: RepairPolicy
}

/** A chunk that is not in the messages. */
export interface ChunkExclusion {
  readonly chunkId: string
  /** `filter`: by an option. `window`: it did not fit. `repair`: half of a call and its result. */
  readonly reason: 'filter' | 'window' | 'repair'
  /** The option that left it out, or the chunk named in `with`. */
  readonly option?: keyof ChunkFilters
  /** The repair that dropped it, or the chunk named in `with`, and the id of the tool call. */
  readonly repair?: RepairAction
  readonly toolCallId?: string
  /** The chunk that it belongs to, if it is left out because that one is. */
  readonly with?: string
}

/**
 * What a build gives: a context, which every encoder of `@lamella/wire` takes as it is. `system` has the option `systemPrompt` and the
 * system chunks right behind it; a client of chats takes `[...system, ...messages]`. It has no tools and no parameters.
 */
export interface ContextBuildResult extends Context<'system' | 'chunks'> {
  /** All other chunks in the order of the state; those of one role that stand behind each other are one message. */
  readonly messages: ContextMessage[]
  /** Tokens of the messages' texts, each counted whole, and of the framing if there is one. */
  readonly tokenCount: number
  /** Whether a tokenizer counted that calls itself exact; `false`: an estimate. */
  readonly tokenCountExact: boolean
  /** In order. Chunks that were shortened are among them: see the rows of the report. */
  readonly includedChunkIds: string[]
  /** In order. */
  readonly excludedChunkIds: string[]
  /** Why, one for each of `excludedChunkIds`. */
  readonly exclusions: readonly ChunkExclusion[]
}

/** Turns states into contexts. Keep one: it remembers the counts of texts that it has seen. */
export interface ContextBuilder {
  /**
   * The context of a state, within the limit. When tokens run out, the lowest priority gives way first, and of one
   * priority the oldest chunk; long results are cut before they are dropped. A call and its result are kept or dropped
   * together. The system prompt, the user's newest words and what is `pinned` stay. The state is not changed.
   *
   * @throws LamellaError `OPTION_INVALID`, `STATE_INVALID`, `CHUNK_INVALID`; `CONTEXT_OVERFLOW` when what must stay is
   * larger than the limit; `BUDGET_INVALID`; `TOKENIZER_FAILED`; `TOOL_PAIR_BROKEN` where the repair policy is `fail`
   */
  build(state: MemoryState, options?: ContextBuildOptions): ContextBuildResult
  /**
   * Adds a renderer. It comes before those that were registered earlier, and before the built-in ones. Gives the same
   * builder back.
   *
   * @throws LamellaError `OPTION_INVALID` for something that is no renderer
   */
  registerRenderer(renderer: IChunkRenderer): ContextBuilder
}
