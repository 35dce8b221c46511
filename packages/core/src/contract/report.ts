import type { Origin } from './fragment.ts'
import type { Omission } from './layer.ts'
import type { SettingChanges, UpdateMark } from './message.ts'
import type { CostReport } from './prices.ts'
import type { Notice } from './sources.ts'
import type { LimitName, LimitUse } from './truncation.ts'

/** The repair of a tool call or result. */
export type RepairAction =
  /** A tool call without a result was dropped. */
  | 'call-dropped'
  /** A tool result without a call was dropped. */
  | 'result-dropped'
  /** A tool result was dropped, since a later one of its call counts, or an equal one. */
  | 'result-replaced'
  /** A tool result arrived after its call was sent with another one: an update announces it with the user's next message. */
  | 'result-late'
  /** A tool result was moved to its call. */
  | 'result-moved'
  /** A tool call without a result got a marked stand-in. */
  | 'result-added'
  /** A denied tool call got a result that records the denial. */
  | 'denial-added'
  /** An approval request without a call was dropped. */
  | 'request-dropped'
  /** An approval response was dropped, since the request or its call is missing. */
  | 'response-dropped'
  /** An approval response was moved to its call. */
  | 'response-moved'

interface FragmentRow<Names extends string> {
  readonly layer: Names
  readonly fragment: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly origin?: Origin
}

/** A fragment that was shortened or dropped to fit. */
export interface CutRow<Names extends string = string> extends FragmentRow<Names> {
  readonly action: 'shortened' | 'dropped'
  /**
   * `window`: the whole did not fit the window. `layer-max`: the layer did not fit its own maximum. `limit`: the whole did not keep
   * a limit other than the window.
   */
  readonly reason: 'window' | 'layer-max' | 'limit'
  /** Which limit, if the reason is `limit`, and what the fragment takes of it. */
  readonly limit?: { readonly name: LimitName; readonly before: number; readonly after: number }
  /** The name of the truncation policy that chose it. */
  readonly policy: string
  /** The id of its unit, if the unit has other fragments too. */
  readonly unit?: string
  /** In the later requests of an epoch: how many messages of the session it is about, the first of which is `fragment`. */
  readonly count?: number
  /** Where they are in the session that the request shows, where a summary is one message, as `[start, end)`. */
  readonly positions?: readonly (readonly [start: number, end: number])[]
}

/** A fragment that was changed or dropped because a tool call or result has no counterpart. */
export interface RepairRow<Names extends string = string> extends FragmentRow<Names> {
  readonly action: 'repaired' | 'dropped'
  readonly reason: 'repair'
  readonly repair: RepairAction
  /** The id of the tool call, or of the approval if there is no call. */
  readonly id: string
}

/** One fragment that was shortened, dropped or repaired. */
export type ReportRow<Names extends string = string> = CutRow<Names> | RepairRow<Names>

/** What one layer requested, received and lost, in tokens as the tokenizer counts them. */
export interface LayerReport {
  /** `hidden`: not for this kind of session. `failed`: omitted since it failed (`onError: 'omit'`). */
  readonly status: 'loaded' | 'hidden' | 'failed'
  /** Tokens of everything it offered, wrapping included. */
  readonly asked: number
  /** Tokens of what was kept, wrapping included. Counted on the composed text. */
  readonly got: number
  readonly fragments: number
  readonly kept: number
  readonly shortened: number
  readonly dropped: number
  /** Why it was hidden or failed. */
  readonly why?: string
  /** What the layer did not offer, by a limit of its own or since the window could not have held it. */
  readonly omitted: readonly Omission[]
  readonly notices: readonly Notice[]
}

/**
 * Where the tokens of the request went. `total = layers + tools + framing`, with `correction` if there is one, and
 * `total + reserve <= window`. Those three are as the tokenizer counts; `total` and `free` are as the provider will count, as far
 * as that is known.
 */
export interface TokenReport {
  readonly window: number
  readonly reserve: number
  readonly layers: number
  readonly tools: number
  /** Of `tools`: the text that the provider itself adds to a request with tools. Absent where it adds none. */
  readonly toolPrompt?: number
  readonly framing: number
  readonly total: number
  /** The tokens that could still be added. */
  readonly free: number
  /** Whether the tokenizer counts exactly; `false` marks estimates. */
  readonly exact: boolean
  readonly tokenizer: string
  /**
   * What the provider counts in addition to the estimates, negative if it counts less: learned from the usage of earlier
   * requests. Absent where nothing was learned.
   */
  readonly correction?: number
  /** Of `total`: tokens that the provider has counted in an earlier request, which this one repeats. The rest is estimated. */
  readonly anchored?: number
  /** Of `total`: tokens that the provider has counted for this request, since `countTokens` asked it. */
  readonly counted?: number
}

/**
 * A place in a request before which everything stays the same for many builds: a provider's prompt cache pays off
 * there.
 */
export interface CachePoint {
  /** The list of the context that the point is in, and the item it follows. */
  readonly place: 'tools' | 'system' | 'messages'
  readonly index: number
  /** Tokens from the start of the request to the point, as `report.tokens.total` counts them. */
  readonly tokens: number
  /** How long everything before it stays the same. Whole pages of a history stay for the session. */
  readonly stability: 'static' | 'session'
  /** `page`: after the last whole page of a history. `end`: after everything that the next turn repeats. */
  readonly of: 'tools' | 'static' | 'session' | 'page' | 'end'
}

/** Where caching pays off in a request, and how much of it is in the cache already. */
export interface CacheReport {
  /** In the order of the request: tools, system, messages. */
  readonly points: readonly CachePoint[]
  /** Tokens at the start of this request that repeat the one before, as `report.tokens.total` counts them. `undefined` without a `run`. */
  readonly prefix?: number
}

/** What was kept, shortened and dropped, and why. */
export interface Report<Names extends string = string> {
  readonly tokens: TokenReport
  /** How much of each limit beside the window the request takes. Empty if the budget has no `limits`. Computed on first access. */
  readonly limits?: Readonly<Partial<Record<LimitName, LimitUse>>>
  readonly layers: Readonly<Record<Names, LayerReport>>
  /**
   * One row per fragment that differs from what its layer returned, in context order. Computed on first access. In a run also
   * what was changed before and is still sent so: everything that cuts have dropped from the session is one row with `count` and
   * `positions`.
   */
  readonly rows: readonly ReportRow<Names>[]
  /** For prompt caches. Computed on first access. */
  readonly cache: CacheReport
  /** What the request costs, by layer. `undefined` if the budget has no `prices`. Computed on first access. */
  readonly cost?: CostReport<Names> | undefined
  /** How the request relates to the run that it extends; `undefined` without one. */
  readonly run?: RunReport | undefined
  /** Notices about the request as a whole, of no layer. Absent: none. */
  readonly notices?: readonly Notice[]
  /** Whether anything was shortened, dropped, or not even offered since the window could not have held it. */
  readonly truncated: boolean
  /** What `detailsOf` of `@lamella/core/plugin` reads. Absent if no builder made the context. */
  readonly built?: () => object
}

/**
 * Why an epoch began.
 * - `window`: the next request, or the turn it begins, would not have fit.
 * - `limit`: the next request would have passed a limit other than the window, such as the number of images.
 * - `tools`: changed tools, which cannot be announced inside the epoch (`Framing.takesToolChanges`).
 * - `model`: another model, and no thinking that is valid again when the one before returns, or instructions of the owner
 *   that this one would not take as such.
 * - `settings`: a setting of the request that its reasoning depends on (`Framing.settingsOf`), which cannot be announced.
 * - `instructions`: a text of the owner changed (a fragment with `origin.by: 'owner'` and the rule `replace`), and the model
 *   takes no instructions in the middle of a conversation (`Framing.takesInstructions`).
 * - `asked`: `cut: true`, the session has a new summary, or an answer to a request that is no longer kept.
 * - `edited`: messages that had been sent are not what they were: those of the session, those of a layer that gives them
 *   no position and whose rule is `replace`, or calls that had waited for an approval that never came.
 * - `revoked`: something that had been sent was erased, or may no longer be seen.
 */
export type CutReason =
  | 'window'
  | 'limit'
  | 'tools'
  | 'settings'
  | 'model'
  | 'instructions'
  | 'asked'
  | 'edited'
  | 'revoked'

/** How a request relates to the run that it extends. */
export interface RunReport {
  readonly epoch: number
  /** Absent if the request extends the last one. */
  readonly cut?: {
    readonly reason: CutReason
    /** Tokens of the request that a prompt cache has to read anew, as `report.tokens.total` counts them. */
    readonly newTokens: number
    /** Messages whose thinking this cut makes invalid. */
    readonly thinkingLost: number
  }
  /** Updates that this request adds. */
  readonly updates: readonly RunUpdate[]
  /** The names of tools that this request adds and removes inside the epoch. A tool that has changed is in both. */
  readonly tools?: { readonly added: readonly string[]; readonly removed: readonly string[] }
  /** Settings that this request announces inside the epoch. */
  readonly settings?: SettingChanges
}

/** An update in a report. */
export interface RunUpdate {
  readonly layer: string
  /** `owner`: it is an instruction, which encoders send as a system or developer message. */
  readonly by: UpdateMark['by']
  readonly tokens: number
  /** Ids of the fragments that it announced. */
  readonly fragments: readonly string[]
}
