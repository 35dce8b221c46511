import type { ToolDefinition } from '@lamella/core'
import { type Checks, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import type { EncodeState } from '../../kit/run.ts'
import type { ImageBounds } from '../../shared/image-bounds.ts'
import { type WireOptions, wireChecks } from '../../shared/options.ts'
import type { AnthropicCacheControl, AnthropicTextBlock, AnthropicToolResultBlock } from '../block-types.ts'
import type { Mark } from '../cache/marks.ts'
import { type AnthropicCacheOptions, type CachePlan, mustBeAnthropicCache } from '../cache/plan.ts'
import type { AnthropicFields } from '../provider-fields.ts'
import type { AnthropicRequest, AnthropicTool } from '../types.ts'
import { type AnthropicCompactionSettings, mustBeCompaction } from './compaction-request.ts'
import type { DraftBlock, Drafts } from './drafts.ts'
import type { RequestFields } from './parameters.ts'

/** Options for encoding a request of Anthropic Messages; all have defaults. */
export interface AnthropicOptions extends WireOptions {
  /**
   * Whether to merge consecutive messages of the same role, as the API does anyway; older versions and Bedrock reject
   * them. Default `true`.
   */
  readonly mergeConsecutive?: boolean
  /**
   * Whether to add a marked user message before a conversation that begins with the assistant. Also merges messages of
   * the same role. Default: `mergeConsecutive`.
   */
  readonly ensureAlternating?: boolean
  /**
   * `max_tokens`, which the API requires, if the context's parameters do not set it. Default: the builder's reserve for
   * the answer, from 4,096 plus the thinking budget to 21,333 (what the SDK sends without streaming). Never more than the rest of the window.
   */
  readonly maxOutputTokens?: number
  /**
   * Whether to put cache marks where they pay off according to the build report. Needs a builder's context. Default `false`;
   * marks that parts set themselves (`cacheControl`) are always written.
   */
  readonly cache?: boolean | AnthropicCacheOptions
  /**
   * Whether to ask for a summary of the conversation instead of an answer (see `anthropicCompaction`). The messages are sent as
   * they are, whoever has the last word; fields that such a request cannot have are left out, which is reported. Models since
   * Claude 4.6, not on Amazon Bedrock; beta `compact-2026-09-04`. Default `false`.
   */
  readonly compaction?: boolean | AnthropicCompactionSettings
  /**
   * What happens to thinking that a cut of its run has made invalid, for models that would reject it. `'omit'`: it is left
   * out, which is a loss. `'send'`: it is sent as it is, and the API drops what it cannot use and lists it in
   * `input_transformations`. Needs the beta `thinking-binding-controls-2026-08-01` (see `toAnthropicBeta`), must be kept for
   * the rest of the conversation, and works neither on Amazon Bedrock nor with thinking turned off. Default `'omit'`.
   */
  readonly staleThinking?: 'omit' | 'send'
}

export const anthropicChecks: Checks<AnthropicOptions> = {
  ...wireChecks,
  maxOutputTokens: mustBeWhole(0),
  cache: mustBeAnthropicCache,
  compaction: mustBeCompaction,
  staleThinking: mustBeOneOf(['omit', 'send']),
}

/** The state that the functions of this encoder share during one run. */
interface AnthropicRun extends Drafts {
  /** The request fields that come from Anthropic's own options. */
  readonly fields: RequestFields
  /** Whether the API itself drops thinking that is no longer valid. */
  readonly sendsStale: boolean
  readonly plan: CachePlan | undefined
  readonly images: ImageBounds
  /** The parts of the system prompt, in order. */
  readonly prompt: SystemBlock[]
  /** The cache marks that the context sets, in the order of encoding. */
  readonly marks: Mark[]
  /** The names of the tools written so far. */
  readonly toolNames: Set<string>
  /** The tools that messages define, by their names in the context. */
  readonly defined: Map<string, ToolDefinition>
  /** The ids that are sent, by the id of the server tool call. */
  readonly serverIds: Map<string, string>
  /** The origin of blocks that may have to be dropped once the whole conversation is known. */
  readonly origins: Map<DraftBlock, Origin>
}

/** The position of a part in the context. */
interface Origin {
  readonly index: number
  readonly part: number
}

/** A part of the system prompt, initially a separate block. */
export interface SystemBlock {
  readonly block: AnthropicTextBlock
  /** Whether it has unique fields and must stay a separate block. */
  readonly isAlone: boolean
  /** Whether its block ends after it: it says so, or asks for a cache mark, which may be lost if there are too many. */
  readonly isEnd: boolean
  readonly list: 'system' | 'messages'
  readonly index: number
  /** How often the layer's text changes, if the context says so. */
  readonly stability: unknown
}

/** A result: its position in the context and its block. */
interface WrittenResult {
  readonly index: number
  readonly part: number
  readonly block: AnthropicToolResultBlock
}

/** The parts read from an assistant message, and its output so far. */
export interface AnthropicTurn {
  readonly extra: AnthropicFields['extra']
  readonly control: AnthropicCacheControl | undefined
  /** The blocks of the last message written for it. */
  blocks: readonly DraftBlock[]
  /** Its written results, if tool messages have fields of their own; otherwise `undefined`. */
  readonly results: WrittenResult[] | undefined
}

export interface AnthropicTypes {
  readonly options: AnthropicOptions
  readonly run: AnthropicRun
  readonly tool: AnthropicTool
  readonly system: undefined
  readonly part: DraftBlock
  readonly turn: AnthropicTurn
  readonly request: AnthropicRequest
}

/** A position in the context, with the shared state of one run of this encoder. */
export type AnthropicState = EncodeState<AnthropicTypes>
