import type { ToolDefinition } from '@lamella/core'

/** A tool, with who may use it and where. */
export interface AgentTool extends ToolDefinition {
  /** The permissions that a caller must have, such as `fs.read`: all of them. Default: none. */
  readonly permissions?: readonly string[]
  /** Whether it may be used in sandbox mode. Default `false`. */
  readonly sandbox?: boolean
}

/** Selects tools. */
export interface ToolFilter {
  /** Whether to include only tools that may be used in a sandbox. Default `false`. */
  readonly sandboxMode?: boolean
  /**
   * The granted permissions: names, groups of them (`network.*` grants `network.http` and `network.http.get`), or `*`
   * for everything. Default: everything.
   */
  readonly permissions?: readonly string[]
  /** Names of tools to exclude. */
  readonly exclude?: readonly string[]
}

/** Provides tools; they are run elsewhere. */
export interface ToolExecutor {
  /** Returns all tools, in a stable order. */
  list(): readonly AgentTool[] | PromiseLike<readonly AgentTool[]>
  /**
   * Returns the tools for a model, if the executor selects them itself; used instead of `list` if present. The filter
   * is applied again to its result.
   */
  getForModel?(filter: ToolFilter): readonly AgentTool[] | PromiseLike<readonly AgentTool[]>
}
