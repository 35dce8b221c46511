import type { Context, ContextTool, Message, Notice, Report } from '@lamella/core'
import type { CompactionReason } from './compaction.ts'
import type { TruncationStrategy } from './config.ts'
import type { ModelParameters } from './parameters.ts'

/** Everything for one request to a model. */
export interface AssembledContext {
  /** All sections and layers of the system prompt, joined. */
  readonly systemPrompt: string
  readonly messages: Message[]
  readonly tools: readonly ContextTool[]
  readonly parameters: ModelParameters
  readonly metadata: AssemblyMetadata
  /** What was kept, shortened and dropped, and why. */
  readonly report: Report
  /** The same as the encoders of `@lamella/wire` take it. */
  readonly context: Context
}

/** What is to be known of an assembled context. Sizes are tokens. */
export interface AssemblyMetadata {
  readonly sessionId: string
  readonly agentId?: string
  readonly modelId: string
  readonly tokenEstimate: TokenEstimate
  /** Whether messages were shortened or left out. */
  readonly truncated: boolean
  readonly truncationInfo?: TruncationInfo
  readonly shouldCompact: boolean
  readonly compactionReason?: CompactionReason
  /** Ids, in the order in which they are shown. */
  readonly activeSkills: readonly string[]
  /** What went differently than hoped: tools of one name, files that could not be read, limits that were applied. */
  readonly notices: readonly Notice[]
  /** Whether it comes from the cache. */
  readonly cached: boolean
  /** Milliseconds that this call took. */
  readonly assemblyTime: number
}

export interface TokenEstimate {
  readonly systemPrompt: number
  readonly messages: number
  readonly tools: number
  /** Framing included. */
  readonly total: number
}

/** What truncation did to the messages. */
export interface TruncationInfo {
  readonly strategy: TruncationStrategy
  /** Messages that are not there. */
  readonly removedCount: number
  /** Tokens of them, and what shortening saved; as far as they were read and counted. */
  readonly removedTokens: number
  readonly originalTokens: number
  readonly finalTokens: number
}
