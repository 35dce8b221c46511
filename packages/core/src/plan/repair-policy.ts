import type { RepairAction } from '../contract/report.ts'

/** What becomes of a tool call without a result, and of a result without a call. */
export interface RepairPolicy {
  /**
   * `synthesize`: a marked stand-in answers the call; of one that a person denied it says so. `drop`: the call goes, and
   * its approval with it. Default `synthesize`.
   */
  readonly missingResult?: 'synthesize' | 'drop' | 'fail'
  /** `drop`: the result goes. Default `drop`. */
  readonly orphanResult?: 'drop' | 'fail'
}

/** One repair of a layer's tool calls. */
export interface Repair {
  readonly fragment: string
  readonly repair: RepairAction
  /** The tool call, or the approval where there is no call. */
  readonly id: string
}
