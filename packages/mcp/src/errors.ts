import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package, in addition to its message. */
export interface McpErrorDetails {
  /** A server that others can reach needs a token. */
  MCP_TOKEN_REQUIRED: { readonly host: string }
  /** The server cannot listen on an address. */
  MCP_UNAVAILABLE: { readonly host: string; readonly port: number }
}

/** Creates an error of this package. */
export const mcpError: MakeError<McpErrorDetails> = errorsOf<McpErrorDetails>()
