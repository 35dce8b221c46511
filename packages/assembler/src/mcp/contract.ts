import type { ToolOutput } from '@lamella/core'
import type { AgentTool, ToolExecutor } from '../contract/tool-executor.ts'

/** How long a client waits for its server. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal
  /** Milliseconds. */
  readonly timeout?: number
}

/** What is used of a `Client` of `@modelcontextprotocol/sdk`. What it gives is somebody else's and checked. */
export interface McpClient {
  listTools(params?: { readonly cursor?: string }, options?: McpRequestOptions): PromiseLike<unknown>
  callTool(
    params: { readonly name: string; readonly arguments?: Record<string, unknown> },
    resultSchema?: undefined,
    options?: McpRequestOptions,
  ): PromiseLike<unknown>
  getServerCapabilities?(): { readonly tools?: { readonly listChanged?: boolean | undefined } | undefined } | undefined
}

/** How the tools of a server are taken over. Names are those of the server, without the prefix. */
export interface McpToolsOptions {
  /** Stands before each name, such as `github_`, so that two servers may have tools of one name. Default ''. */
  readonly prefix?: string
  /**
   * What a caller must have been granted, for all tools or for each. Default: nothing. What a server says of its tools
   * (`annotations`) decides nothing: the protocol calls these hints that are not to be trusted.
   */
  readonly permissions?: readonly string[] | ((name: string) => readonly string[])
  /** Whether they may be used in sandbox mode, all of them or each. Default `false`. */
  readonly sandbox?: boolean | ((name: string) => boolean)
  /**
   * Is called once with a function that forgets the list, to be called when the server says that its tools have changed. With
   * it the list is remembered until then, if the server says that it tells changes.
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
  /** How long the list is believed, in milliseconds. Default 0: it is asked for each time, or as `changes` says. */
  readonly ttl?: number
  /** Milliseconds of a clock. Default: the system's. */
  readonly now?: () => number
  /** How many characters the texts of one result may have before they are cut. Default 200,000. */
  readonly maxCharacters?: number
  /** How many characters of base64 the images and files of one result may have. Default 20,000,000. */
  readonly maxDataCharacters?: number
}

/** The tools of a server, and a way to call them. */
export interface McpTools extends ToolExecutor {
  /**
   * All tools, in the order of the server.
   *
   * @throws LamellaError `DEPENDENCY_FAILED`; `DEPENDENCY_INVALID` for what is no list of tools, or has no end
   */
  list(): Promise<readonly AgentTool[]>
  /**
   * Calls a tool by the name it has in the list. Whatever the server does about it, an error included, is the output.
   *
   * @throws LamellaError `ABORTED`
   */
  call(name: string, input: unknown, options?: { readonly signal?: AbortSignal }): Promise<ToolOutput>
}
