import type { Kept } from './fragment.ts'

/** Writes a layer's updates, for layers whose changes need words of their own. */
export interface UpdatePolicy {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  readonly name: string
  /**
   * Returns the text of the update, or `undefined` to let the change wait. Called only when something has changed. The
   * text is put inside a fence; it is data, not an instruction of the owner.
   */
  tell(change: LayerChange): string | undefined
}

/** What has changed in a layer since the model last saw it. */
export interface LayerChange {
  /** Fragments that the model has not seen, in the layer's order. */
  readonly added: readonly Kept[]
  /** Fragments whose content has changed since. */
  readonly changed: readonly Kept[]
  /** Ids of fragments that the model has seen and that the layer no longer returns. */
  readonly removed: readonly string[]
  /** Everything the layer returns now. */
  readonly all: readonly Kept[]
}
