import type {
  CacheReport,
  ContextTool,
  JsonValue,
  LayerBudget,
  Notice,
  Origin,
  Parameters,
  Placement,
  ReportRow,
  Scope,
  Stability,
  TokenReport,
} from '@lamella/core'
import type {
  Amounts,
  ContentLimits,
  LimitName,
  LimitUse,
  OldestFirstOptions,
  Omission,
  RankReason,
  RunReport,
} from '@lamella/core/plugin'

/** `full`: contents as they were, after redaction. `hashes`: only their keys, which tell whether two are the same. */
export type RecordedTexts = 'full' | 'hashes'

/** One build. Contents are keys. */
export interface RecordedBuild {
  /** Counts the builds of a recorder, from 1. */
  readonly build: number
  /** When it was built, as an ISO 8601 instant: `now` of the request, or the time of the machine. */
  readonly at?: string
  readonly scope: Scope
  /** The id of the session in its store, if the request names it. */
  readonly session?: string
  readonly parameters: Parameters
  /** In milliseconds: the whole build, the loading of each layer, the planning. */
  readonly times: { readonly build: number; readonly load: Readonly<Record<string, number>>; readonly plan: number }
  /** Absent if the build failed. */
  readonly made?: RecordedContext
  /** The request that was really sent, if the recorder received it. */
  readonly body?: JsonValue
  /** What the provider found in the request, if it found something and the recorder received it. The codes alone without texts. */
  readonly diagnosis?: readonly (Pick<Notice, 'code'> & Partial<Notice>)[]
  /** Absent if the build succeeded. `what` only where texts are recorded. */
  readonly error?: { readonly code: string; readonly what?: string }
}

export interface RecordedContext {
  readonly tokens: TokenReport
  /** Tokens that the planner could use. */
  readonly available: number
  /** Tokens of the request around all layers, of the system prompt around its parts, and between two of these. */
  readonly framing: { readonly request: number; readonly system: number; readonly separator: number }
  /** How much of each limit other than the window the request takes, if the budget has any. */
  readonly limits?: Readonly<Partial<Record<LimitName, LimitUse>>>
  /** What content could take of them, if not everything kept them: the planner's limits. Units have `amounts` then. */
  readonly room?: ContentLimits
  /** In context order. */
  readonly layers: readonly RecordedLayer[]
  readonly layout: RecordedLayout
  readonly tools: readonly RecordedTool[]
  readonly rows: readonly ReportRow[]
  readonly cache: CacheReport
  readonly truncated: boolean
  /** How the request relates to the run that it extends. */
  readonly run?: RunReport
}

/** A tool; with its definition only where texts are recorded. */
export interface RecordedTool {
  readonly name: string
  readonly hash: string
  readonly definition?: ContextTool
}

/** What a layer offered and what became of it. Sizes are tokens. */
export interface RecordedLayer {
  readonly name: string
  readonly order: number
  readonly priority: number
  readonly stability: Stability
  readonly placement: Placement
  readonly status: 'loaded' | 'hidden' | 'failed'
  readonly why?: string
  readonly frame: number
  readonly min: number
  readonly max?: number
  /** `min` and `max` as the layer states them, if one is a share of the window. */
  readonly budget?: LayerBudget
  /**
   * Tokens of the composed text, if the layer is text: with everything kept, then after each block of its steps, in the order in which
   * the planner takes them. Empty where counting them would have taken long.
   */
  readonly composed?: readonly number[]
  readonly asked: number
  readonly got: number
  readonly policy: string
  /** The settings of `oldestFirst`, if that is the policy. */
  readonly oldestFirst?: OldestFirstOptions
  /**
   * The steps of a policy that is none of the core's: the position of a unit and the rung it goes to. `[2]`: 1 if joined
   * to the next.
   */
  readonly steps?: readonly RecordedStep[]
  readonly units: readonly RecordedUnit[]
  readonly omitted: readonly Omission[]
  readonly notices: readonly Notice[]
}

export type RecordedStep = readonly [position: number, rung: number, joined?: 0 | 1, priority?: number]

/** Fragments that are kept or dropped together. */
export interface RecordedUnit {
  readonly fragments: readonly RecordedFragment[]
  /** At each rung, full first. */
  readonly tokens: readonly number[]
  readonly page?: number
  /** What each rung takes of the limits other than the window, if they made something give way. */
  readonly amounts?: readonly Amounts[]
}

export interface RecordedFragment {
  readonly id: string
  /** Its content at each rung, full first. */
  readonly contents: readonly string[]
  /** The rung that was kept; absent if it was dropped. */
  readonly kept?: number
  readonly pinned?: true
  readonly rank?: number
  readonly position?: number
  readonly origin?: Origin
  /** Why it is ranked as it is, if the recorder was asked to write that. */
  readonly why?: RankReason
}

/** Everything that was sent, in order. Places are tokens from the start of the request. */
export interface RecordedLayout {
  readonly start: number
  /** The end of the tools. */
  readonly tools: number
  readonly items: readonly RecordedItem[]
}

/** A part of the system prompt, or the messages of a fragment. */
export interface RecordedItem {
  readonly place: 'system' | 'messages'
  readonly layer: string
  /** For messages: the fragment, and the position of its first message in the request. */
  readonly fragment?: string
  readonly from?: number
  readonly content: string
  readonly start: number
  readonly end: number
}
