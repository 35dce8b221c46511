import type { Origin } from './fragment.ts'
import type { Notice } from './sources.ts'

/** Why a fragment is not at rung 0. */
export type Reason =
  /** The whole did not fit the window. */
  | 'window'
  /** The layer did not fit its own maximum. */
  | 'layer-max'
  /** A tool call or result without its counterpart, changed by the declared policy. */
  | 'repair'

/** One fragment that was shortened or dropped, or repaired. */
export interface ReportRow<Names extends string = string> {
  readonly layer: Names
  readonly fragment: string
  readonly action: 'shortened' | 'dropped' | 'repaired'
  readonly reason: Reason
  /** The policy that chose it, or what the repair did. */
  readonly detail: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly origin?: Origin
}

/** What one layer asked for, got and lost. */
export interface LayerReport {
  /** `hidden`: not for this kind of session. `failed`: left out since it failed (`onError: 'omit'`). */
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
  /** What the layer did not offer at all, by a limit of its own. */
  readonly omitted: readonly { readonly count: number; readonly reason: string }[]
  readonly notices: readonly Notice[]
}

/** Where the tokens of the request went. `total = layers + tools + framing`, and `total + reserve <= window`. */
export interface TokenReport {
  readonly window: number
  readonly reserve: number
  readonly layers: number
  readonly tools: number
  readonly framing: number
  readonly total: number
  /** What could still be added. */
  readonly free: number
  /** Whether the tokenizer counts exactly; `false` marks estimates. */
  readonly exact: boolean
  readonly tokenizer: string
}

/** What was kept, shortened and dropped, and why. */
export interface Report<Names extends string = string> {
  readonly tokens: TokenReport
  readonly layers: Readonly<Record<Names, LayerReport>>
  /** One row a fragment that is not as its layer gave it, in context order. Made when first asked for. */
  readonly rows: readonly ReportRow<Names>[]
  /** Whether anything was shortened or dropped. */
  readonly truncated: boolean
  /** The report as a table that a person likes to read. */
  explain(options?: ExplainOptions): string
}

export interface ExplainOptions {
  /**
   * Lists single fragments, so many at most; the rest is summed up in one line. Default: fragments of one layer that met
   * one fate are one line where they are more than three.
   */
  readonly rows?: number | undefined
}
