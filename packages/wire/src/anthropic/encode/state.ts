import type { ToolDefinition } from '@lamella/core'
import type { EncodeState } from '../../kit/run.ts'
import type { AnthropicCacheControl, AnthropicTextBlock, AnthropicToolResultBlock } from '../block-types.ts'
import type { Mark } from '../cache/marks.ts'
import type { CachePlan } from '../cache/plan.ts'
import type { AnthropicFields } from '../provider-fields.ts'
import type { AnthropicRequest, AnthropicTool } from '../types.ts'
import type { DraftBlock, Drafts } from './drafts.ts'
import type { AnthropicOptions } from './options.ts'
import type { RequestFields } from './request-fields.ts'

/** The state that the functions of this encoder share during one run. */
interface AnthropicRun extends Drafts {
  /** The request fields that come from Anthropic's own options. */
  readonly fields: RequestFields
  /** Whether the API itself drops thinking that is no longer valid. */
  readonly sendsStale: boolean
  readonly plan: CachePlan | undefined
  /** The most pixels of a side of an image. */
  readonly longestSide: number
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
