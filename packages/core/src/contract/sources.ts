import type { JsonValue, Message } from './message.ts'
import type { Scope } from './scope.ts'

/** What every source call gets in addition to the scope. */
export interface SourceRequest {
  readonly signal: AbortSignal
}

/** Something unexpected while reading. Notices are part of reports and are never thrown. */
export interface Notice {
  /** Upper case with underscores, such as `FILE_TRUNCATED`. */
  readonly code: string
  /** What happened, in one sentence. */
  readonly what: string
  /** How to fix it, in one sentence. Absent if nothing needs fixing. */
  readonly fix?: string
  /** A path, a URL, a store's key. */
  readonly from?: string
  /** The data of the sentences, as plain JSON. The code determines the fields. */
  readonly details?: Readonly<Record<string, JsonValue>>
}

/** A text that a layer shows: an instruction file, a document. */
export interface SourceText {
  readonly text: string
  readonly from?: string
  readonly notices?: readonly Notice[]
}

/** Reads one text; `undefined` if it does not exist. */
export interface TextSource {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  read(scope: Scope, request: SourceRequest): PromiseLike<SourceText | undefined> | SourceText | undefined
}

/** One memory entry. */
export interface MemoryEntry {
  /** Unique in a list. Stable: the same memory has the same id next time. */
  readonly id: string
  readonly text: string
  /** ISO 8601 day or instant the memory belongs to. Absent: timeless. */
  readonly date?: string
  /** Its speaker, by the name that others use. */
  readonly speaker?: string
  /** The conversation that it is a turn of. Entries of one conversation are in the order of the conversation. */
  readonly session?: string
  /** 1 (trivial) to 10 (vital). */
  readonly importance?: number
  readonly tags?: readonly string[]
  /** Where it was read. */
  readonly from?: string
}

export interface MemoryEntries {
  readonly entries: readonly MemoryEntry[]
  /** Whether they were found by the query: then the best is first. Default `false`. */
  readonly found?: boolean
  readonly notices?: readonly Notice[]
}

/** The input of a memory source. */
export interface MemoryRequest extends SourceRequest {
  /** The text of the new message, or of the newest existing one; absent or '' if neither has text. */
  readonly query?: string
  /** The time of the request, if it has one. */
  readonly now?: Date
}

/** Lists all memories, in a stable order; or searches for the query. */
export interface MemorySource {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  entries(scope: Scope, request: MemoryRequest): PromiseLike<MemoryEntries> | MemoryEntries
  /**
   * Returns which of these ids do not exist (any longer), or may not be seen by the scope. For a source that searches, or
   * that lists only some of its memories: a full list shows it by itself. Without it, a run announces memories that a source
   * finds again with every change.
   */
  revoked?(
    scope: Scope,
    ids: readonly string[],
    request: SourceRequest,
  ): PromiseLike<readonly string[]> | readonly string[]
}

/** One skill: what the model sees of it before it requests more. */
export interface Skill {
  /** Unique in a list: the model requests a skill by this name. */
  readonly name: string
  readonly description: string
  /** Where the model, or the program, finds the body. */
  readonly location?: string
}

export interface Skills {
  readonly skills: readonly Skill[]
  readonly notices?: readonly Notice[]
}

/** A skill as the model reads it. */
export interface LoadedSkill extends Skill {
  /** The instructions, without front matter. */
  readonly body: string
  /** The skill's other files: paths relative to its folder, with `/`, sorted. Absent: none. */
  readonly resources?: readonly string[]
  readonly notices?: readonly Notice[]
}

/** The beginning of a file of a skill. */
export interface SkillFile {
  /** The first bytes of the file: all of them, unless there are more than were asked for. */
  readonly bytes: Uint8Array
  /** The size of the whole file in bytes. */
  readonly size: number
}

export interface SkillFileRequest extends SourceRequest {
  /** The most bytes to read. Default 1,048,576. */
  readonly maxBytes?: number
}

/** Lists the available skills, in a stable order. */
export interface SkillSource {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  skills(scope: Scope, request: SourceRequest): PromiseLike<Skills> | Skills
  /** Returns a listed skill with its instructions; `undefined` for a name that is not listed for the scope. */
  load?(
    scope: Scope,
    name: string,
    request: SourceRequest,
  ): PromiseLike<LoadedSkill | undefined> | LoadedSkill | undefined
  /**
   * Reads a file of a listed skill. The path is relative to the skill's folder, with `/`. Returns `undefined` for
   * everything else, whatever the reason: nothing outside the skill's folder is read, links that leave it and hidden
   * files included, and the answer does not reveal whether it exists.
   */
  readFile?(
    scope: Scope,
    name: string,
    path: string,
    request: SkillFileRequest,
  ): PromiseLike<SkillFile | undefined> | SkillFile | undefined
}

/** A message, and its absolute position in its session. */
export interface PlacedMessage {
  readonly position: number
  readonly message: Message
}

/**
 * A conversation that is read from its end, so that the cost depends on the budget and not on the length. An array of
 * messages is a session too. Positions are absolute: message 0 is the first the session ever had.
 */
export interface Session {
  /** Its id in its store, if it is from one. Names the conversation in traces, and is not sent. */
  readonly id?: string
  /** The number of messages in the session. */
  readonly length: number
  /** Returns messages `start` (included) to `end` (excluded), oldest first. */
  read(start: number, end: number, request: SourceRequest): PromiseLike<readonly Message[]> | readonly Message[]
  /**
   * Returns messages by their position in the store, those that summaries replace included. Absent: the session shows all of
   * its messages.
   */
  original?(start: number, end: number, request: SourceRequest): PromiseLike<readonly Message[]> | readonly Message[]
  /** Returns the characters (or bytes) of all messages before `position`, if the session knows without reading them. */
  sizeBefore?(position: number): number
  /**
   * Whether its messages never change, as in a store: then a run compares only the newest message of each turn with what
   * was sent. Default `false`.
   */
  readonly appendOnly?: boolean
  /** Its owner, if known: a build for another scope throws `SCOPE_MISMATCH`. */
  readonly scope?: Scope
  /**
   * The summaries among its messages, oldest first, if the session knows them without reading: a history keeps them,
   * however old they are. Without this a history knows only the summaries it has read.
   */
  readonly summaries?: readonly PlacedMessage[]
  readonly notices?: readonly Notice[]
}
