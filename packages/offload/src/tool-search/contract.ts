import type { Message, Scope, SessionKind, ToolDefinition } from '@lamella/core'
import type { ReadyTool, ToolFinder } from '@lamella/store'

/** A tool that can be found: a `ToolDefinition`, a `ReadyTool`, or a tool of the AI SDK with its name. */
export interface SearchableTool extends ToolDefinition {
  /** Runs a call. Without it, the tool can be found and loaded, but not called through `call_tool`. */
  readonly execute?: ((input: never, options: never) => unknown) | undefined
  /** Turns what `execute` returns into the answer for the model, as in the AI SDK. */
  readonly toModelOutput?: ((call: never) => unknown) | undefined
  /** Whether a person must approve a call, as in the AI SDK. */
  readonly needsApproval?: boolean | ((input: never, options: never) => boolean | PromiseLike<boolean>) | undefined
  /** The kinds of session that may use it. Default: all. */
  readonly audience?: readonly SessionKind[]
}

/** Options of `toolSearch`. */
export interface ToolSearchOptions {
  /** All tools of the host. No other tool can be found, loaded or called. */
  readonly tools: readonly SearchableTool[]
  /** Finds them, such as `toolIndex(tools)` of `@lamella/ranker-bm25/tools`. */
  readonly index: ToolFinder
  /** Names of the tools that a request always has. Default: none. */
  readonly always?: readonly string[]
  /** The most tools of one search. At least 1, default 5. */
  readonly limit?: number
  /** The most characters (UTF-16 units) of an answer of `find_tool`, unless one tool alone has more. At least 500, default 12,000. */
  readonly maxCharacters?: number
  /**
   * The most tools that `loaded` returns: beyond it, half of them leave at once, those that were found or called longest ago.
   * One search can bring more. At least 1, default 20.
   */
  readonly maxLoaded?: number
  /** The owner of the data, for hosts that do not pass one with each call. */
  readonly scope?: Scope
  /** Returns whether a tool may be used for a scope, in addition to its `audience`. */
  readonly mayUse?: (name: string, scope: Scope | undefined) => boolean
  /**
   * `'host'`: the host asks `needsApproval` of `call_tool` before it runs a call, as the AI SDK does. Default `'none'`:
   * `call_tool` refuses tools that may need approval.
   */
  readonly approvals?: 'host' | 'none'
  /**
   * Checks the input of a tool against its JSON Schema, and returns what is wrong as a sentence for the model. Default: a
   * check of types, required and unknown properties, values and sizes. Tools with a Standard Schema check themselves.
   */
  readonly validate?: (schema: Readonly<Record<string, unknown>>, input: unknown) => string | undefined
  /** Receives errors that the model did not cause, such as those that a tool throws. */
  readonly onError?: (error: unknown, tool: string) => void
}

/** `call_tool`, with the approval of the tool that it calls. */
export interface CallTool extends ReadyTool {
  /** Whether the call needs a person's approval, because the tool that it names does. */
  needsApproval(input: unknown, options?: unknown): Promise<boolean>
}

/** Which tools a request has. */
export interface ToolsRequest {
  /** Names of the tools that were found before: `loaded(messages)`. Default: none. */
  readonly loaded?: readonly string[]
  /**
   * Whether tools can be added in the middle of a conversation: `Framing.takesToolChanges`. If so, what was found is added;
   * otherwise the tools stay the same, and the model calls what it found through `call_tool`. Default `false`.
   */
  readonly takesToolChanges?: boolean
  readonly scope?: Scope
}

/** What `toolSearch` returns. */
export interface ToolSearch {
  readonly findTool: ReadyTool
  readonly callTool: CallTool
  /** Both, for `more` of `contextTools`, an MCP server or the AI SDK. */
  readonly ready: readonly ReadyTool[]
  /** Returns the tools of a request: those that are always there, `find_tool`, and what was found or `call_tool`. */
  definitions(request?: ToolsRequest): readonly ToolDefinition[]
  /**
   * Returns the names of the tools that `find_tool` has found to fit in these messages, in the order in which it did, at most
   * `maxLoaded`. Only tools of the host that the scope may use, whatever the messages say. Pass messages as the session has
   * them: an answer that was shortened loads nothing.
   */
  loaded(messages: readonly Message[], scope?: Scope): readonly string[]
  /**
   * Chooses before the request: as `definitions`, with the tools that surely fit a text, such as the user's message. Where none
   * does there are only those that are always there; `find_tool` remains.
   */
  choose(text: string, request?: ToolsRequest & { readonly limit?: number }): readonly ToolDefinition[]
}
