import type { Fragment, Kept } from './fragment.ts'
import type { Layer } from './layer.ts'
import type { ContentLimits } from './limits.ts'
import type { PlanLayer } from './plan-layer.ts'
import type { RequestLayout } from './request-layout.ts'

/** What a layer offered to a build, as the planner saw it. `units` and `frame` are counted on first read. */
export interface OfferedLayer extends PlanLayer, Pick<Layer, 'order' | 'stability' | 'placement'> {
  /** What was kept, and at which rung, in order. */
  readonly kept: readonly Kept[]
  /** The fragments of each of `units`. Nothing is counted for them. */
  readonly groups: readonly (readonly Fragment[])[]
  /** Counts one of `groups`: its tokens at each rung, as in `units`. */
  tokensOf(group: readonly Fragment[]): readonly number[]
}

/**
 * A build in detail: for tools that show a request, record it, or plan it again for another window. The fragments are
 * those of the layers, not copies: do not change them.
 */
export interface BuildDetails {
  /** In context order. Inside an epoch of a run nothing is planned: layers are as they are now, the head as it was sent. */
  readonly layers: readonly OfferedLayer[]
  /** The tokens that the planner could use: the window without reserve, tools and framing. */
  readonly available: number
  /**
   * What the content could take of the limits other than the window, if not everything kept them; `units` have `amounts` then.
   * `plan(layers, available, limits)` is the plan of the build.
   */
  readonly limits?: ContentLimits
  /** Everything that was sent, in its place. */
  readonly layout: RequestLayout
}
