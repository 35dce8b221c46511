import type { Fragment, JsonValue, Message, ReportRow, SystemPart, ToolDefinition } from '@lamella/core'
import type { CutReason, Omission, RunCost } from '@lamella/core/plugin'
import type { RunCounts } from './counts.ts'

/** Fingerprints of fragments that the model has seen, by layer and fragment id. */
export type Told = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A message that was put between those of the session. It stays where it is until the next cut. */
export interface RunInsert {
  /** It precedes the message of the session at this position. */
  readonly at: number
  /** The layer it came from; '' for an update about tools or settings of the request. */
  readonly layer: string
  readonly message: Message
  /** Fingerprints of the fragments it announced. */
  readonly told: Readonly<Record<string, string>>
  /** The result that it announced, since its call had been sent with another: the position of its message, and the id of the call. */
  readonly result?: { readonly position: number; readonly id: string }
}

/** A difference between the session or its layers and what an epoch sends, as each of its requests reports it. */
export interface RunRow {
  readonly row: ReportRow
  /** The position of the message. Absent if the row is not about a single message of the session. */
  readonly position?: number
}

/** The fingerprint of the session's sent messages before a position. */
interface RunMark {
  readonly at: number
  readonly hash: string
}

/** A fragment that was shown for a question. */
export type ShownFragment = Pick<Fragment, 'id' | 'content' | 'rank' | 'origin' | 'update'>

/** What layers showed for the question of the last request. */
export interface RunTurn {
  /** Fingerprint of the question. */
  readonly question: string
  /** By layer. What a cut in the middle of the turn must show again. */
  readonly shown: Readonly<Record<string, readonly ShownFragment[]>>
}

/** The state of a digest. Positions are those in the store: a summary does not move them. */
export interface RunDigest {
  readonly layer: string
  /** What its policy continues from. */
  readonly memory: JsonValue
  /** The session's length at the cut. */
  readonly until: number
  /** Positions before `until` that were shown in full, as `[start, end)`: they are not in the digest. */
  readonly open: readonly (readonly [start: number, end: number])[]
}

/** A message before those of the session, and the layer it came from. */
interface LeadMessage {
  readonly layer: string
  readonly message: Message
}

/**
 * A conversation as the model has seen it: the input of the next `extend`. A plain JSON value, bounded by the window.
 * Keep it with the session; do not edit it.
 */
export interface RunState {
  readonly spec: 1
  /** Whose conversation it is. A build for another tenant or user throws `SCOPE_MISMATCH`. */
  readonly scope: { readonly tenant: string; readonly user?: string }
  /** Counts epochs from 1. A cut begins the next one. */
  readonly epoch: number
  /** `parameters.model` of the last request. */
  readonly model?: string
  readonly head: {
    /** The name and a fingerprint of each tool, in the order sent. */
    readonly tools: readonly (readonly [name: string, hash: string])[]
    /** The tools themselves, if changed tools can be announced inside the epoch (`Framing.takesToolChanges`). */
    readonly definitions?: readonly ToolDefinition[]
    /** The settings that its reasoning depends on (`Framing.settingsOf`), as they were first sent. */
    readonly settings?: JsonValue
    readonly system: readonly SystemPart[]
    /** Messages before those of the session. */
    readonly lead: readonly LeadMessage[]
    readonly told: Told
    /** Ids of fragments in `told` for which there was no room, by layer. */
    readonly left: Readonly<Record<string, readonly string[]>>
  }
  /** Positions sent, as `[start, end)`; everything from the end of the last range on is sent, too. */
  readonly kept: readonly (readonly [start: number, end: number])[]
  /** Messages of the session that were sent in another form: shortened, or with a tool result added. By position. */
  readonly forms: Readonly<
    Record<
      string,
      {
        readonly hash: string
        readonly messages: readonly Message[]
        /** The calls whose results in it came too late: an update tells them. */
        readonly late?: readonly string[]
      }
    >
  >
  /** Absent: everything is sent as it was given. */
  readonly rows?: readonly RunRow[]
  /** What the layers that show the session did not offer when the epoch began. */
  readonly omitted?: Readonly<Record<string, readonly Omission[]>>
  readonly inserts: readonly RunInsert[]
  /** One for each turn, and one for the end of the last request. */
  readonly marks: readonly RunMark[]
  /** Positions of messages whose thinking was made in another context, as `[start, end)`. */
  readonly stale: readonly (readonly [start: number, end: number])[]
  /** The models that have answered, each from a position on. Absent while it was one, and where it is not known. */
  readonly makers?: readonly (readonly [from: number, model: string])[]
  /** Fingerprint of the summaries in the session. */
  readonly summaries: string
  /**
   * How many more messages the store has than the session shows, because of its summaries. Absent without summaries, or if
   * the session does not tell.
   */
  readonly hidden?: number
  /** Absent if the request had no question. */
  readonly turn?: RunTurn
  /** What stays of the messages that gave way. Absent if none did, or if no layer digests them. */
  readonly digest?: RunDigest
  /** How its requests are counted. Absent before the first. */
  readonly counts?: RunCounts
  /** What its requests have cost, those of earlier epochs included. Absent if no budget had `prices`. */
  readonly cost?: RunCost
  /**
   * Why the epoch has ended. Then the texts of layers are no longer in the state, since some were erased, and the next request
   * begins a new epoch for this reason. Absent while the epoch may go on.
   */
  readonly ended?: CutReason
}
