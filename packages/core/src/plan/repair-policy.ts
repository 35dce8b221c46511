import type { RepairAction } from '../contract/report.ts'

/** What happens to a tool call without a result, and to a result without a call. */
export interface RepairPolicy {
  /**
   * `synthesize`: a marked stand-in becomes the call's result; for a denied call it says so. `drop`: the call is
   * dropped with its approval. Default `synthesize`.
   */
  readonly missingResult?: 'synthesize' | 'drop' | 'fail'
  /** `drop`: the result is dropped. Default `drop`. */
  readonly orphanResult?: 'drop' | 'fail'
  /** Calls that the provider holds, by id: a result of one is sent although its call is not in the request. Default: none. */
  readonly heldCalls?: 'all' | readonly string[]
}

/** One repair of a layer's tool calls. */
export interface Repair {
  readonly fragment: string
  readonly repair: RepairAction
  /** The tool call, or the approval if there is no call. */
  readonly id: string
}
