import type { Fragment, Kept } from './fragment.ts'
import type { Layer, LayerBudget } from './layer.ts'
import type { Message } from './message.ts'
import type { ContentLimits, PlanLayer } from './truncation.ts'

/** What a layer offered to a build, as the planner saw it. `units` and `frame` are counted on first read. */
export interface OfferedLayer extends PlanLayer, Pick<Layer, 'order' | 'stability' | 'placement'> {
  /** What was kept, and at which rung, in order. */
  readonly kept: readonly Kept[]
  /** The fragments of each of `units`. Nothing is counted for them. */
  readonly groups: readonly (readonly Fragment[])[]
  /** Counts one of `groups`: its tokens at each rung, as in `units`. */
  tokensOf(group: readonly Fragment[]): readonly number[]
  /** What the layer states of its size, where shares of the window are still shares; `min` and `max` are tokens of this window. */
  readonly budget: LayerBudget | undefined
  /**
   * Composes the layer with its units at rungs, and counts its text, which may have more or fewer tokens than its parts. Absent for
   * a layer of messages, which takes what its units take.
   */
  readonly composedAt?: (rungs: Int32Array) => number
}

/**
 * A build in detail: for tools that show a request, record it, or plan it again for another window. All sizes are estimated
 * tokens, as the tokenizer counts: what a run has learned of its provider's count is in `report.tokens` alone. The fragments
 * are those of the layers, not copies: do not change them.
 */
export interface BuildDetails {
  /** In context order. Inside an epoch of a run nothing is planned: layers are as they are now, the head as it was sent. */
  readonly layers: readonly OfferedLayer[]
  /** The estimated tokens that the planner could use: the window, as estimated, without reserve, tools and framing. */
  readonly available: number
  /** Tokens of the request around all layers, of the system prompt around its parts, and between two of these. */
  readonly framing: { readonly request: number; readonly system: number; readonly separator: number }
  /**
   * What the content could take of the limits other than the window, if not everything kept them; `units` have `amounts` then.
   * `plan(layers, available, limits)` is the plan of the build.
   */
  readonly limits?: ContentLimits
  /** Everything that was sent, in its place. */
  readonly layout: RequestLayout
}

/** A part of the system prompt and its position. Sizes are tokens from the start of the request. */
export interface PlacedPart {
  readonly layer: Layer
  readonly kept: readonly Kept[]
  readonly text: string
  readonly start: number
  /** Where its text begins, after its framing or the separator from the previous one. */
  readonly textStart: number
  readonly end: number
}

/**
 * A kept fragment of a `messages` layer and its position; if all its texts became one message, the first fragment represents it.
 */
export interface PlacedFragment {
  readonly layer: Layer
  readonly kept: Kept
  readonly messages: readonly Message[]
  /** Index of its first message in the request, and of the one after its last. */
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
}

/** A request as a prompt cache sees it, with the cumulative tokens at every position as the build counted them. */
export interface RequestLayout {
  /** Framing of the request. Providers differ in where they put it; here it precedes everything. */
  readonly start: number
  /** After the tools. */
  readonly tools: number
  readonly system: readonly PlacedPart[]
  readonly fragments: readonly PlacedFragment[]
}
