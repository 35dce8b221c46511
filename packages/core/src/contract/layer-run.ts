/** What a layer gets when it is loaded in the middle of a run. */
export interface LayerRun {
  /**
   * Ids of this layer's fragments that the model has seen in this epoch. If an epoch begins in the middle of a turn: those
   * shown for its question. They are shown again unless the layer revokes them, whether it returns them or not.
   */
  readonly told: readonly string[]
  /**
   * Positions of the session whose messages this epoch sends, as `[start, end)`. The last range is open: everything after
   * it is sent, too. A layer that shows the session returns these messages and no others. `undefined` when an epoch
   * begins: then the layer chooses.
   */
  readonly kept: readonly (readonly [start: number, end: number])[] | undefined
  /**
   * When an epoch begins: positions whose messages the epoch before sent, as `[start, end)`. `undefined` if there was none, or
   * if positions have moved since.
   */
  readonly before?: readonly (readonly [start: number, end: number])[] | undefined
  /** The share of a limit of its own that a layer uses when an epoch begins, so that the next cut is far away. */
  readonly keep?: number
}
