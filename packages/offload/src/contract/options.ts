import type { Notice } from '@lamella/core'
import type { BlobStore } from '@lamella/store'

/** Options of `offload`. Sizes in tokens are estimates. */
export interface OffloadOptions {
  /** Where contents are put. */
  readonly blobs: BlobStore
  /** The most tokens of a result that stays whole in its message. Default 4,000. */
  readonly limit?: number
  /** The most tokens of the head that stays of a result, closing line aside. At most a quarter of each limit. Default 800, or that quarter. */
  readonly head?: number
  /**
   * Rules for some tools, by name: results that stay whole whatever their size, or another limit. Default: `{ limit: 8_000 }`,
   * unless `limit` is more, for `find_skill`, `find_tool`, `load_skill`, `read_skill_file`, `recall` and `search_memory`, whose
   * answers are bounded. A tool that was called through `call_tool` has the rule of `call_tool`.
   */
  readonly tools?: Readonly<Record<string, ToolRule>>
  /** The most tokens of a user's text that stays whole. `false`, the default: users' texts are never put aside. */
  readonly texts?: number | false
  /** The most bytes of an image or file that stays in the session's JSON. `false`: all stay. Default 4,096. */
  readonly media?: number | false
  /** Limits what one session can keep. Default: no limit. */
  readonly storage?: StoragePolicy
  /** The clock for the times of contents. Required with `whenFull: 'remove-oldest'`. */
  readonly now?: () => Date
  /** Called with each content that was removed, or not put aside, because of the storage policy. */
  readonly onNotice?: (notice: Notice) => void
}

/** What happens to the results of one tool. */
export type ToolRule = 'keep' | { readonly limit: number }

/** How much one session can keep, and what happens beyond it. */
export interface StoragePolicy {
  /** The most bytes of the contents of a session. */
  readonly maxBytes: number
  /**
   * `keep`: what is there stays, and further contents stay whole in their messages. `remove-oldest`: the contents that were
   * put longest ago are removed; their heads stay, and `read_result` answers that the rest was removed.
   */
  readonly whenFull: 'keep' | 'remove-oldest'
}
