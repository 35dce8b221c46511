import type { EncodeState } from '../../kit/run.ts'
import type { AnthropicCacheControl, AnthropicTextBlock, AnthropicToolResultBlock } from '../block-types.ts'
import type { Mark } from '../cache/marks.ts'
import type { CachePlan } from '../cache/plan.ts'
import type { AnthropicFields } from '../provider-fields.ts'
import type { AnthropicRequest, AnthropicTool } from '../types.ts'
import type { DraftBlock, Drafts } from './drafts.ts'
import type { AnthropicOptions } from './options.ts'
import type { RequestFields } from './request-fields.ts'

/** What the functions of this encoder share during one run. */
interface AnthropicRun extends Drafts {
  /** What only Anthropic's own options ask of the request. */
  readonly fields: RequestFields
  readonly plan: CachePlan | undefined
  /** The parts of the system prompt, in their order. */
  readonly prompt: SystemBlock[]
  /** The cache marks that the context asks for, in the order in which they were met. */
  readonly marks: Mark[]
  /** The names of the tools that are written. */
  readonly toolNames: Set<string>
  /** From the ids of calls that Anthropic ran to the ids that are sent. */
  readonly serverIds: Map<string, string>
  /** Where blocks come from that may have to be left out once the whole conversation is known. */
  readonly origins: Map<DraftBlock, Origin>
}

/** A part of the context. */
interface Origin {
  readonly index: number
  readonly part: number
}

/** A part of the system prompt, as a block of its own for now. */
export interface SystemBlock {
  readonly block: AnthropicTextBlock
  /** Whether it has fields that no other part has, and must stay a block of its own. */
  readonly isAlone: boolean
  readonly list: 'system' | 'messages'
  readonly index: number
}

/** A result, where it was and what became of it. */
interface WrittenResult {
  readonly index: number
  readonly part: number
  readonly block: AnthropicToolResultBlock
}

/** What is read of an assistant message, and what became of it so far. */
export interface AnthropicTurn {
  readonly extra: AnthropicFields['extra']
  readonly control: AnthropicCacheControl | undefined
  /** Of the last message that was written of it. */
  blocks: readonly DraftBlock[]
  /** What became of its results, where tool messages say something of themselves; `undefined` where none does. */
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

/** A place in the context, and what one run of this encoder shares. */
export type AnthropicState = EncodeState<AnthropicTypes>
