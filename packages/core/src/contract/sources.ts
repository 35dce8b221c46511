import type { JsonValue, Message } from './message.ts'
import type { Scope } from './scope.ts'

/** What every source call gets beside the scope. */
export interface SourceRequest {
  readonly signal: AbortSignal
}

/** Something that did not go as expected while reading. Reports carry notices; nothing throws them. */
export interface Notice {
  /** Upper case with underscores, such as `FILE_TRUNCATED`. */
  readonly code: string
  /** What happened, in one sentence. */
  readonly what: string
  /** What to do about it, in one sentence. Absent if nothing has to be done. */
  readonly fix?: string
  /** A path, a URL, a store's key. */
  readonly from?: string
  /** The facts that the sentences are made from, as plain JSON. The code decides which fields there are. */
  readonly details?: Readonly<Record<string, JsonValue>>
}

/** A text that a layer shows: an instruction file, a document. */
export interface SourceText {
  readonly text: string
  readonly from?: string
  readonly notices?: readonly Notice[]
}

/** Reads one text; `undefined` when there is none. */
export interface TextSource {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  read(scope: Scope, request: SourceRequest): PromiseLike<SourceText | undefined> | SourceText | undefined
}

/** One remembered thing. */
export interface MemoryEntry {
  /** No two entries of a list have the same. Stable: the same memory has the same id next time. */
  readonly id: string
  readonly text: string
  /** ISO 8601 day or instant the memory belongs to. Absent: timeless. */
  readonly date?: string
  /** 1 (trivial) to 10 (vital). */
  readonly importance?: number
  readonly tags?: readonly string[]
  /** Where it was read. */
  readonly from?: string
}

export interface MemoryEntries {
  readonly entries: readonly MemoryEntry[]
  /** Whether they were found by the query: then the best stands first. Default `false`. */
  readonly found?: boolean
  readonly notices?: readonly Notice[]
}

/** What a source of memories is told. */
export interface MemoryRequest extends SourceRequest {
  /** Text of the new message, or of the newest one there is; absent or '' when there is none. */
  readonly query?: string
  /** The time of the request, if it has one. */
  readonly now?: Date
}

/** Lists what is remembered, in a stable order; or finds what the query asks for. */
export interface MemorySource {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  entries(scope: Scope, request: MemoryRequest): PromiseLike<MemoryEntries> | MemoryEntries
}

/** One skill: what the model is told of it before it asks for more. */
export interface Skill {
  /** No two skills of a list have the same: the model asks for a skill by it. */
  readonly name: string
  readonly description: string
  /** Where the model, or the program, finds the body. */
  readonly location?: string
}

export interface Skills {
  readonly skills: readonly Skill[]
  readonly notices?: readonly Notice[]
}

/** Lists the skills that are there, in a stable order. */
export interface SkillSource {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  skills(scope: Scope, request: SourceRequest): PromiseLike<Skills> | Skills
}

/** A message, and its absolute position in its session. */
export interface PlacedMessage {
  readonly position: number
  readonly message: Message
}

/**
 * A conversation that is read from its end, so that the cost follows the budget and not the length. An array of
 * messages is a session too. Positions are absolute: message 0 is the first the session ever had.
 */
export interface Session {
  /** How many messages the session has. */
  readonly length: number
  /** Messages `start` (included) to `end` (excluded), oldest first. */
  read(start: number, end: number, request: SourceRequest): PromiseLike<readonly Message[]> | readonly Message[]
  /** Characters (or bytes) of all messages before `position`, if the session knows without reading them. */
  sizeBefore?(position: number): number
  /** Whose it is, where it is known: a build for somebody else throws `SCOPE_MISMATCH`. */
  readonly scope?: Scope
  /**
   * The summaries among its messages, oldest first, if the session knows them without reading: a history keeps them, however
   * far back they stand. Of a session that does not say it, a history knows those that it has read.
   */
  readonly summaries?: readonly PlacedMessage[]
  readonly notices?: readonly Notice[]
}
