import type { Fragment, FragmentContent, Kept, UpdateRule } from './fragment.ts'
import type { ContextTool, JsonValue, Message, ToolDefinition, UserMessage } from './message.ts'
import type { Scope, SessionKind } from './scope.ts'
import type { Notice, PlacedMessage, Session } from './sources.ts'
import type { TruncationPolicy } from './truncation.ts'

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
  /** For whom the context is built. Nothing of another tenant, user or agent may be shown. */
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
   * the rule `add` returns it in the middle of a run, `[]` if there is none; without it changes are announced as by `replace`.
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

/**
 * Writes what stays of the messages that give way at a cut of a run: values with their labels, for example. Called once for
 * each cut. What it returns is one fenced user message before the conversation, and stays the same until the next cut.
 *
 * @example
 * const counting: DigestPolicy = {
 *   name: 'counting',
 *   share: 0.01,
 *   digest: ({ gone, before }) => {
 *     const count = (typeof before === 'number' ? before : 0) + gone.length
 *     return { text: `${count} earlier messages are not shown.`, memory: count }
 *   },
 * }
 */
export interface DigestPolicy {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  readonly name: string
  /** The most tokens that a digest may take, as a share of the budget: above 0, to 0.5. */
  readonly share: number
  /** Returns the digest; `undefined` for none. The same input must give the same text. */
  digest(request: DigestRequest): Digest | undefined
}

/** What a digest is made of. */
export interface DigestRequest {
  /**
   * The messages that give way at this cut, in full or in part, oldest first; at most the newest 10,000. Positions are those
   * in the store: a summary does not move them.
   */
  readonly gone: readonly PlacedMessage[]
  /** `memory` of the digest before; `undefined` if there is none. It comes from a store: check it. */
  readonly before: JsonValue | undefined
  /** What the request shows: the system prompt and all messages. What they say needs no repetition. */
  readonly shown: readonly (string | Message)[]
  /** The tools of the request. */
  readonly tools?: readonly ContextTool[]
  /** The session of the request: with `original`, messages can be read by their positions. */
  readonly session?: Session
  /** The most tokens that the text can have. */
  readonly maxTokens: number
  /** Returns the tokens of a text. */
  count(text: string): number
}

/** What stays of messages that gave way. */
export interface Digest {
  /** Plain text of at most `maxTokens`; '' shows nothing. It is data, whoever wrote it: the core puts it inside a fence, which it cannot close. */
  readonly text: string
  /** What the next digest continues from, as plain JSON of at most 100,000 characters. Kept with the run. */
  readonly memory: JsonValue
}
