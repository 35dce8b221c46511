import type { Session, ToolDefinition } from '@lamella/core'

/** The name of the tool that reads handles: `readResult` of `@lamella/offload`. */
export const readerName = 'read_result'

/**
 * Returns whether a model can read messages by their positions: it has the tool that reads handles, and the session is in a store.
 *
 * @param session The session of the messages. Default: one that is in a store.
 * @example
 * canRead([readResult({ sessions, blobs, scope })]) // true
 */
export function canRead(
  tools: readonly Pick<ToolDefinition, 'name' | 'inputSchema'>[],
  session?: Pick<Session, 'original'>,
): boolean {
  if (session !== undefined && session.original === undefined) return false
  const tool = tools.find(({ name }) => name === readerName)
  const properties = (tool?.inputSchema as { readonly properties?: unknown } | undefined)?.properties
  return typeof properties === 'object' && properties !== null && 'handle' in properties
}

/**
 * Writes the call that reads a message.
 *
 * @param of The position of the message in the store, or what takes its place.
 * @param part The number of a part, from 1. Absent: the message has only one text.
 * @example
 * readerCall(7) // 'read_result {"handle":"m7"}'
 */
export function readerCall(of: number | string, part?: number): string {
  return `${readerName} {"handle":"m${of}${part === undefined ? '' : `.${part}`}"}`
}
