import type { ToolDefinition } from '@lamella/core'

/** A tool, and who may use it where. */
export interface AgentTool extends ToolDefinition {
  /** What a caller must have been granted, such as `fs.read`: all of them. Default: nothing. */
  readonly permissions?: readonly string[]
  /** Whether it may be used in sandbox mode. Default `false`. */
  readonly sandbox?: boolean
}

/** Which tools are wanted. */
export interface ToolFilter {
  /** Only tools that may be used in a sandbox. Default `false`. */
  readonly sandboxMode?: boolean
  /**
   * What is granted: names, groups of them (`network.*` grants `network.http` and `network.http.get`), or `*` for everything.
   * Default: everything.
   */
  readonly permissions?: readonly string[]
  /** Names of tools that are not wanted. */
  readonly exclude?: readonly string[]
}

/** Has tools, and runs them elsewhere. */
export interface ToolExecutor {
  /** All tools, in a stable order. */
  list(): readonly AgentTool[] | PromiseLike<readonly AgentTool[]>
  /**
   * The tools for a model, where the executor wants to choose itself; used instead of `list` if it is there. The filter is
   * applied to what it gives once more.
   */
  getForModel?(filter: ToolFilter): readonly AgentTool[] | PromiseLike<readonly AgentTool[]>
}
