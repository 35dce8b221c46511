import type { Message, ToolDefinition } from '@lamella/core'
import type { TranscriptNote } from './notes.ts'
import type { ExactRequest, TranscriptRequest } from './request.ts'

/** The programs and forms that are recognised. `opencode` is recognised and named, not read: its sessions are in a database. */
export type TranscriptFormat =
  | 'claude-code'
  | 'codex'
  | 'pi'
  | 'cline'
  | 'gemini-cli'
  | 'chatgpt'
  | 'ai-sdk-ui'
  | 'opencode'

/**
 * Who wrote a message. `program`: the agent's program, as part of the conversation, such as the output of a command.
 * `context`: the program's own instructions and surroundings, which mean nothing to another program. `summary`: what a
 * compaction put in place of earlier messages.
 */
export type Writer = 'person' | 'model' | 'tool' | 'program' | 'context' | 'summary'

/** A message of a session, with where it comes from. */
export interface TranscriptEntry {
  readonly message: Message
  readonly by: Writer
  /** The lines of the file that it was made of, from 1; in a file that is one JSON value, the positions of its messages, from 1. */
  readonly lines: readonly number[]
  /** The program's own id of the message. */
  readonly id?: string
  /** When it was written, as an ISO 8601 instant. */
  readonly at?: string
  readonly model?: string
  /** Characters that `partLimit` cut off its parts. */
  readonly cut?: number
  /** Bytes of a tool's output that are in another file, because the model only saw a preview. */
  readonly elsewhere?: number
}

/** Messages beside the newest conversation: after a rewind, an edited prompt or a fork. */
export interface TranscriptBranch {
  /** The line after which it left the path; absent if it has its own beginning. */
  readonly from?: number
  readonly entries: readonly TranscriptEntry[]
}

/** The conversation of a sub-agent. */
export interface TranscriptSubagent {
  readonly id?: string
  /** The call that started it. */
  readonly callId?: string
  /** What its own next request would hold. */
  readonly window: readonly TranscriptEntry[]
  readonly path: readonly TranscriptEntry[]
}

/** A place where earlier messages were replaced. */
export interface TranscriptCompaction {
  readonly line: number
  readonly at?: string
  /** What the program calls the reason, such as `auto` or `manual`. */
  readonly trigger?: string
  /** Tokens before and after, as the program says. */
  readonly before?: number
  readonly after?: number
  /** How many messages of before were kept. */
  readonly kept: number
  /** What the window held before and no longer holds. */
  readonly lost: readonly TranscriptEntry[]
  readonly summary?: string
  /** The file says what the window was afterwards, instead of the program's rules. */
  readonly exact: boolean
}

/** A session of another program. */
export interface Transcript {
  readonly format: TranscriptFormat
  readonly id?: string
  readonly title?: string
  readonly cwd?: string
  /** The version of the program that wrote it first. */
  readonly version?: string
  /** The session that it was forked from. */
  readonly forkedFrom?: string
  /** What the next request would hold: the newest compaction applied. For programs. */
  readonly window: readonly TranscriptEntry[]
  /** Everything of the newest branch, with what a compaction replaced. For people. */
  readonly path: readonly TranscriptEntry[]
  readonly branches: readonly TranscriptBranch[]
  readonly subagents: readonly TranscriptSubagent[]
  /** One for each answer of the API, in the order of the file, those beside the path included. */
  readonly requests: readonly TranscriptRequest[]
  readonly compactions: readonly TranscriptCompaction[]
  /** The program's own record of requests, where it keeps one. */
  readonly exact: readonly ExactRequest[]
  /** The system prompt, in parts; absent where the file does not have it. */
  readonly system?: readonly string[]
  /** Absent where the file does not have them. */
  readonly tools?: readonly ToolDefinition[]
  /** The most tokens that the window takes, where the file says so. */
  readonly limit?: number
  /** Calls of the window without a result, by id. */
  readonly unanswered: readonly string[]
  /** Damage, gaps, and what is uncertain. */
  readonly notes: readonly TranscriptNote[]
  /** Lines of known types without a place in the conversation, counted by type. */
  readonly skipped: Readonly<Record<string, number>>
  /** Lines and parts of unknown types, counted by type. */
  readonly unknown: Readonly<Record<string, number>>
}
