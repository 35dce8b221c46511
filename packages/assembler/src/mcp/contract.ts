import type { ToolOutput } from '@lamella/core'
import type { AgentTool, ToolExecutor } from '../contract/tool-executor.ts'

/** How long a client waits for its server. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal
  /** Milliseconds. */
  readonly timeout?: number
}

/**
 * The part of a `Client` of `@modelcontextprotocol/client` (version 2) or `@modelcontextprotocol/sdk` (version 1) that is
 * used. Its results come from the server and are checked.
 */
export interface McpClient {
  listTools(params?: { readonly cursor?: string }, options?: McpRequestOptions): PromiseLike<unknown>
  callTool(
    params: { readonly name: string; readonly arguments?: Record<string, unknown> },
    resultSchema?: undefined,
    options?: McpRequestOptions,
  ): PromiseLike<unknown>
  /** Only clients of version 2 have it. Their `callTool` takes no schema: the options are its second argument. */
  getProtocolEra?(): unknown
  getServerCapabilities?(): { readonly tools?: { readonly listChanged?: boolean | undefined } | undefined } | undefined
}

/** How the tools of a server are imported. Names are those of the server, without the prefix. */
export interface McpToolsOptions {
  /** A prefix for each name, such as `github_`, so that two servers may have tools with the same name. Default ''. */
  readonly prefix?: string
  /**
   * The permissions that a caller must have, for all tools or for each. Default: none. The server's own statements
   * about its tools (`annotations`) have no effect: the protocol calls these untrusted hints.
   */
  readonly permissions?: readonly string[] | ((name: string) => readonly string[])
  /** Whether the tools may be used in sandbox mode, all of them or each. Default `false`. */
  readonly sandbox?: boolean | ((name: string) => boolean)
  /**
   * Called once with a function that clears the cached list, to be called when the server announces that its tools have
   * changed. With it, the list is cached until then, if the server declares that it announces changes.
   *
   * @example
   * changes: (forget) => client.setNotificationHandler(ToolListChangedNotificationSchema, forget)
   */
  readonly changes?: (forget: () => void) => void
  /**
   * Milliseconds that the server has for its list, all pages together, and for each call. Default 60,000. A list that takes longer is
   * `DEPENDENCY_FAILED`; a call is aborted, and its output says so.
   */
  readonly deadline?: number
  /** How long the list is cached, in milliseconds. Default 0: it is requested every time, or as `changes` says. */
  readonly ttl?: number
  /** Returns the milliseconds of a clock. Default: the system's. */
  readonly now?: () => number
  /** The maximum number of characters of text in one result before it is cut. Default 200,000. */
  readonly maxCharacters?: number
  /**
   * Receives the blocks of a result that are for the user alone (`annotations.audience` without `assistant`), as the server sent
   * them, and the tool's name. The model does not get them.
   */
  readonly forUser?: (blocks: readonly unknown[], name: string) => void
  /** The maximum number of characters of base64 for images and files in one result. Default 20,000,000. */
  readonly maxDataCharacters?: number
}

/** The tools of a server, and a way to call them. */
export interface McpTools extends ToolExecutor {
  /**
   * Returns all tools, in the order of the server.
   *
   * @throws LamellaError `DEPENDENCY_FAILED`; `DEPENDENCY_INVALID` for an invalid or endless list of tools
   */
  list(): Promise<readonly AgentTool[]>
  /**
   * Calls a tool by its name in the list. Whatever the server answers, including an error, is the output.
   *
   * @throws LamellaError `ABORTED`
   */
  call(name: string, input: unknown, options?: { readonly signal?: AbortSignal }): Promise<ToolOutput>
}
