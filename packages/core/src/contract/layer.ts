import type { DigestPolicy } from './digest.ts'
import type { Fragment, FragmentContent, Kept } from './fragment.ts'
import type { LayerRun } from './layer-run.ts'
import type { ContextTool, ToolDefinition, UserMessage } from './message.ts'
import type { Scope, SessionKind } from './scope.ts'
import type { Notice, Session } from './sources.ts'
import type { TruncationPolicy } from './truncation.ts'
import type { UpdatePolicy } from './update-policy.ts'
import type { UpdateRule } from './update-rule.ts'

/** How often a layer's text changes: never, once per session, or at every turn. */
export type Stability = 'static' | 'session' | 'turn'

/** `system`: text for the system prompt. `messages`: turns of the conversation. */
export type Placement = 'system' | 'messages'

/** Tokens (a whole number), or a share of the window such as `'25%'`. */
export type Size = number | `${number}%`

/** Minimum and maximum of a layer. With shares, G4 (monotone) holds only inside each layer: they move with the window. */
export interface LayerBudget {
  /** Reserved: while any other layer is above its own minimum, this one is not cut below it. */
  readonly min?: Size
  /** A hard limit. */
  readonly max?: Size
}

/**
 * A named plugin that contributes fragments to a build. Create one with `defineLayer`.
 *
 * `Name` is the literal name, which types the report and the placement of others. `Needs` is what the layer needs from
 * the request in addition to the standard fields: a build that lacks it does not compile.
 */
export interface Layer<Name extends string = string, Needs extends object = object> {
  /** Version of this contract. */
  readonly spec: 1
  readonly name: Name
  /** The layer's position in the context, ascending. */
  readonly order: number
  /** What survives: when tokens run out, the lowest priority gives way first. */
  readonly priority: number
  readonly stability: Stability
  readonly placement: Placement
  readonly budget?: LayerBudget
  /** The order in which this layer's units give way. Default: `lowestRankFirst`. */
  readonly truncation?: TruncationPolicy
  /**
   * How this layer's changes reach the model in the middle of a run. Default by stability: `static` holds, `session`
   * replaces, `turn` adds.
   */
  readonly update?: UpdateRule | UpdatePolicy
  /**
   * Writes what stays of this layer's messages that give way at a cut of a run. For layers that show the session, with
   * positions. A function loads it when a run is cut. Default: nothing.
   */
  readonly digest?: DigestPolicy | (() => PromiseLike<DigestPolicy>)
  /** The kinds of session that may see this layer; enforced by the core, before `load`. Default: all. */
  readonly audience?: readonly SessionKind[]
  /**
   * What happens when `load` or `compose` throws, hangs or returns invalid output. Default `'fail'`: the build fails
   * too.
   */
  readonly onError?: 'fail' | 'omit'
  /** The deadline of `load`, in milliseconds. Default: the build's (10,000). */
  readonly deadline?: number
  // A method, not a property: methods are compared bivariantly, so a layer that needs more is still a `Layer`.
  load(request: LayerRequest & Needs): LayerOutput | PromiseLike<LayerOutput>
  /**
   * Wraps what was kept: heading, fence, separators. Its tokens are counted. Default: joined by an empty line. In a
   * `messages` layer all fragments must then be texts, and the result is one user message.
   */
  compose?(kept: readonly Kept[]): string
}

/** The input of a layer's `load`. */
export interface LayerRequest {
  readonly scope: Scope
  /** The new message; `undefined` in the middle of an agent's loop. */
  readonly message: UserMessage | undefined
  /**
   * The question of this turn, which rankers use as the query: the text of the new message or, in the middle of an
   * agent's loop, of the newest user message of the session. '' when there is neither.
   */
  readonly query: string
  readonly session: Session
  readonly tools: readonly ContextTool[]
  /** What the model has seen of this layer, in the middle of a run. */
  readonly run?: LayerRun | undefined
  /** The time of this request. The core reads no clock. */
  readonly now: Date | undefined
  /** The most tokens this layer could be granted: nothing beyond it can be kept. */
  readonly limit: number
  /** Aborted when the build is, when the deadline has passed, or when another layer has failed the build. */
  readonly signal: AbortSignal
  /** Returns the tokens of a content as the planner will count it, cached by content. */
  count(content: FragmentContent): number
}

/** The result of `load`: nothing, one text, fragments, or fragments with further fields. */
export type LayerOutput = undefined | string | readonly Fragment[] | LayerResult

export interface LayerResult {
  readonly fragments: readonly Fragment[]
  /** Tools that this layer adds. */
  readonly tools?: readonly ToolDefinition[]
  /** The fragments that the layer omitted by its own limit, for the report. */
  readonly omitted?: readonly Omission[]
  readonly notices?: readonly Notice[]
  /**
   * Which of `run.told` were erased or may no longer be seen: the run is cut, and they are not sent again. A layer with
   * the rule `add` returns it in the middle of a run, `[]` if there is none; without it changes are told as by `replace`.
   */
  readonly revoked?: readonly string[]
  /** Whether a limit of the layer's own asks for a cut of the run. */
  readonly cut?: boolean
  /** The order in which these fragments give way, in place of the layer's own. */
  readonly truncation?: TruncationPolicy
}

/** Things that a layer did not offer. */
export interface Omission {
  readonly count: number
  /** For example `older than the 50 most recent messages`. */
  readonly reason: string
  /**
   * `window`: they could not have fitted, so the context is truncated. `limit`, the default: by a limit of the layer's
   * own, whatever the window.
   */
  readonly cause?: 'window' | 'limit'
  /** Their tokens, if the layer knows. */
  readonly tokens?: number
}
