import type { Message, Part, ProviderOptions, Session, ToolDefinition } from '@lamella/core'
import { asideMark, type CutOptions, withoutData } from '@lamella/core/plugin'

/** The name of the tool that reads handles: `readResult` of `@lamella/offload`. */
const readerName = 'read_result'

/** Whether a model can read a message of the session by its position: it has the tool, and the session is in a store. */
export function canRead(
  tools: readonly Pick<ToolDefinition, 'name' | 'inputSchema'>[],
  session: Pick<Session, 'original'>,
): boolean {
  return session.original !== undefined && hasReader(tools)
}

/** Whether the tool is among these. */
export function hasReader(tools: readonly Pick<ToolDefinition, 'name' | 'inputSchema'>[]): boolean {
  const tool = tools.find(({ name }) => name === readerName)
  const properties = (tool?.inputSchema as { readonly properties?: unknown } | undefined)?.properties
  return typeof properties === 'object' && properties !== null && 'handle' in properties
}

/** Writes the call that reads a message; `of` is its position in the store, or what stands for one. */
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

/** Returns how the model reads the only text of a message, or the one in the part with this number, from 1. */
export type PartCall = (part?: number) => string

/** The number of a part, from 1; `undefined` if the message has no other text. */
export function readablePart({ content }: Message, part: Part): number | undefined {
  const parts = content as readonly Part[]
  const readable = parts.filter(({ type }) => type === 'tool-result' || type === 'tool-call' || type === 'text')
  return readable.length === 1 ? undefined : parts.indexOf(part) + 1
}

/** The marker of a cut that says how the model reads the whole; without a call the usual one. */
export function cutMarker(call: string | undefined): Pick<CutOptions, 'marker'> {
  return call === undefined ? {} : { marker: (cut) => `… [${cut} characters cut; to read: ${call}] …` }
}

/** Returns a text with markers for its binary data, which say how the model reads the whole, if it can. */
export function withDataMarked(text: string, call: string | undefined): string {
  return withoutData(text, call === undefined ? undefined : (size) => `[${size} characters of data; to read: ${call}]`)
}
