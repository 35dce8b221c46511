import type { UpdateMark } from './update-mark.ts'

/**
 * Why an epoch began.
 * - `window`: the next request, or the turn it begins, would not have fit.
 * - `limit`: the next request would have passed a limit other than the window, such as the number of images.
 * - `tools`, `model`: other tools, which cannot be told inside the epoch (`Framing.takesToolChanges`); another model.
 * - `instructions`: a text of the owner changed (a fragment with `origin.by: 'owner'` and the rule `replace`), and the model
 *   takes no instructions in the middle of a conversation (`Framing.takesInstructions`).
 * - `asked`: `cut: true`, the session has a new summary, or an answer to a request that is no longer kept.
 * - `edited`: messages that had been sent are not what they were: those of the session, those of a layer that gives them
 *   no position and whose rule is `replace`, or calls that had waited for an approval that never came.
 * - `revoked`: something that had been sent was erased, or may no longer be seen.
 */
export type CutReason = 'window' | 'limit' | 'tools' | 'model' | 'instructions' | 'asked' | 'edited' | 'revoked'

/** How a request relates to the run that it extends. */
export interface RunReport {
  readonly epoch: number
  /** Absent if the request extends the last one. */
  readonly cut?: {
    readonly reason: CutReason
    /** Tokens of the request that a prompt cache has to read anew. */
    readonly newTokens: number
    /** Messages whose thinking this cut makes invalid. */
    readonly thinkingLost: number
  }
  /** Updates that this request adds. */
  readonly updates: readonly RunUpdate[]
  /** The names of tools that this request adds and removes inside the epoch. A tool that has changed is in both. */
  readonly tools?: { readonly added: readonly string[]; readonly removed: readonly string[] }
}

/** An update in a report. */
export interface RunUpdate {
  readonly layer: string
  /** `owner`: it is an instruction, which encoders send as a system or developer message. */
  readonly by: UpdateMark['by']
  readonly tokens: number
  /** Ids of the fragments it told. */
  readonly fragments: readonly string[]
}
