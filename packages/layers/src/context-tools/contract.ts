import type { MemorySource, Ranker, Scope, SessionKind, SkillSource, ToolDefinition } from '@lamella/core'
import type { MemoryStore, ReadyTool, SessionStore, ToolFinder, ToolInput } from '@lamella/store'

/** What a model may change: nothing that is not named. */
export type WriteAction = 'remember' | 'forget'

/**
 * The part of a memory that tools use: a store, a source, or both in one object. Each absent method is a capability that
 * the tools do not offer.
 */
export interface ToolMemory {
  readonly search?: MemoryStore['search']
  readonly list?: MemoryStore['list']
  readonly get?: MemoryStore['get']
  readonly put?: MemoryStore['put']
  readonly delete?: MemoryStore['delete']
  readonly entries?: MemorySource['entries']
}

/** Options of `contextTools`. */
export interface ContextToolsOptions {
  /** With `load`: the tool `load_skill`. With `readFile` too: `read_skill_file`. */
  readonly skills?: SkillSource
  /**
   * Makes the index of the skills, such as `toolIndex` of `@lamella/ranker-bm25/tools`: the tool `find_skill`, for more skills
   * than a prompt can list. Each skill is passed as a tool without parameters.
   */
  readonly skillIndex?: (skills: readonly ToolDefinition[]) => ToolFinder
  /** With `search`, or with `entries` or `list` and a ranker: the tool `search_memory`. */
  readonly memory?: ToolMemory
  /** Ranks the entries of a memory that cannot search by itself. */
  readonly ranker?: Ranker
  /** With `search`: the tool `recall`. */
  readonly sessions?: { readonly search?: SessionStore['search'] }
  /** The owner of the data, for hosts that do not pass one with each call. */
  readonly scope?: Scope
  /** What the model may change, where the memory has the methods for it. Default `[]`: the tools only read. */
  readonly allow?: readonly WriteAction[]
  /**
   * The kinds of session in which memory and earlier sessions may be read and changed. Default `['private']`, as in the
   * memory layer. If `scope` is of another kind, these tools are left out; a call for another kind is refused.
   */
  readonly audience?: readonly SessionKind[]
  /** The most characters (UTF-16 units) of an answer, approximately. At least 500, default 8,000. */
  readonly maxCharacters?: number
  /** Further tools of the same set, such as those of other packages. Their calls have `scope`, too, unless they bring one. */
  readonly more?: readonly ReadyTool[]
  /** The clock for the times of what is remembered. Without it there are none. */
  readonly now?: () => Date
  /** Receives errors that the model did not cause, such as a failing store. The model sees only that the call failed. */
  readonly onError?: (error: unknown, tool: string) => void
}

/** What a tool gets when the model calls it. */
export interface ToolCall {
  readonly input: ToolInput
  readonly scope: Scope
  readonly signal: AbortSignal
}

/** What all tools of a set share. */
export interface ToolSettings {
  readonly scope: Scope | undefined
  readonly audience: readonly SessionKind[]
  readonly maxCharacters: number
  readonly now: (() => Date) | undefined
  readonly onError: ((error: unknown, tool: string) => void) | undefined
}
