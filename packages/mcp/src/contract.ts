import type { Context, JsonValue, Notice, Scope, SessionKind, SkillSource, ToolDefinition } from '@lamella/core'
import type { ToolMemory, ToolSet } from '@lamella/layers/tools'
import type { SessionStore } from '@lamella/store'

/** The request of the prompt `context`. */
export interface PromptRequest {
  readonly scope: Scope
  readonly message: string
  readonly tools: readonly ToolDefinition[]
  readonly now?: Date
  readonly signal?: AbortSignal
}

/** Builds a context, such as `build` of a builder of `createContext`. */
export type BuildPrompt = (request: PromptRequest) => PromiseLike<Pick<Context, 'system' | 'messages'>>

/** The sessions that a server shows. */
export type ServedSessions = Pick<SessionStore, 'info' | 'list' | 'page'> & { readonly search?: SessionStore['search'] }

/** Options of `mcpServer`. All of them are the operator's: nothing that a client sends changes them. */
export interface McpServerOptions {
  /** The owner of everything that is served. Memory and sessions are served for kinds of the audience only. */
  readonly scope: Scope
  /**
   * The tools that clients may call. Default: those of `contextTools` for the sources below, which only read. To let
   * clients write, pass a set that was made with `allow`.
   */
  readonly tools?: Pick<ToolSet, 'tools' | 'definitions'> | undefined
  /** Served as `skill://` resources (SEP-2640), where the source has `load` and `readFile`. */
  readonly skills?: SkillSource
  /** Served as resources where the memory has `entries` or `list`. */
  readonly memory?: ToolMemory
  /** Served as resources. */
  readonly sessions?: ServedSessions
  /** Builds the prompt `context`: what the model would be sent for a question. Without it there is no such prompt. */
  readonly build?: BuildPrompt
  /** The kinds of session in which memory and sessions may be seen. Default `['private']`. */
  readonly audience?: readonly SessionKind[]
  /** The most characters (UTF-16 units) of one resource, approximately. At least 1,000, default 50,000. */
  readonly maxCharacters?: number
  /** The server's name and version for clients. Default: `lamella`, `0.0.0`. */
  readonly name?: string
  readonly version?: string
  /** The clock of the prompt. Without it no layer shows a date. */
  readonly now?: () => Date
  /** Receives errors that the client did not cause. The client learns only that its request failed. */
  readonly onError?: (error: unknown, where: string) => void
  /** Receives notices, such as of a skill that cannot be served. */
  readonly onNotice?: (notice: Notice) => void
}

/** What the parts of a server share. */
export interface Serving {
  readonly scope: Scope
  readonly maxCharacters: number
  /** Runs a handler: an error that is no answer of the protocol is reported, and hidden from the client. */
  guarded<Result>(where: string, task: () => PromiseLike<Result>): Promise<Result>
}

/** JSON that a resource shows. */
export type Shown = { readonly [key: string]: JsonValue | undefined }
