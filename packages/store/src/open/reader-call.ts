import type { ProviderOptions, Session, ToolDefinition } from '@lamella/core'
import { asideMark } from '../check/marks.ts'

/** The name of the tool that reads handles: `readResult` of `@lamella/offload`. */
export const readerName = 'read_result'

/**
 * Returns whether the tool that reads handles is among these.
 *
 * @example
 * hasReader([readResult({ sessions, blobs, scope })]) // true
 */
export function hasReader(tools: readonly Pick<ToolDefinition, 'name' | 'inputSchema'>[]): boolean {
  const tool = tools.find(({ name }) => name === readerName)
  const properties = (tool?.inputSchema as { readonly properties?: unknown } | undefined)?.properties
  return typeof properties === 'object' && properties !== null && 'handle' in properties
}

/** Returns whether a model can read a message of the session by its position: it has the tool, and the session is in a store. */
export function canRead(
  tools: readonly Pick<ToolDefinition, 'name' | 'inputSchema'>[],
  session: Pick<Session, 'original'>,
): boolean {
  return session.original !== undefined && hasReader(tools)
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

/** The call that searches all messages of the session: for those of which a request shows and names nothing. */
export const searchCall: string = `${readerName} {"handle":"session","pattern":"…"}`

/**
 * Returns a result without the line with which the head of a content ends: what it says is of the head, and its handle is that of
 * the message, too. The mark beside the text says that it is a head; a tool's text cannot.
 */
export function withoutClosingLine(text: string, options: ProviderOptions | undefined): string {
  const start = options?.[asideMark] === undefined ? -1 : text.lastIndexOf('\n[')
  return start < 0 ? text : text.slice(0, start)
}
