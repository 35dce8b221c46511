import type { Message, Part, ToolOutput } from '@lamella/core'

/** The most bytes of a UTF-16 unit: a control character, in JSON inside a JSON string. */
const perUnit = 7

/** More than everything around a part or a value. */
const around = 400

/**
 * Returns a bound of the bytes of messages that takes no look at single characters; `Infinity` if any has an image or a file.
 * Most requests are so far below their limits that it is all they need.
 */
export function roughBytes(messages: readonly Message[]): number {
  let bytes = 0
  for (const { content, providerOptions } of messages) {
    bytes += around
    if (providerOptions !== undefined) bytes += roughValue(providerOptions)
    if (typeof content === 'string') bytes += perUnit * content.length
    else for (const part of content as readonly Part[]) bytes += roughPart(part)
  }
  return bytes
}

function roughPart(part: Part): number {
  switch (part.type) {
    case 'image':
    case 'file':
      return Number.POSITIVE_INFINITY
    case 'tool-result':
      return hasMedia(part.output) ? Number.POSITIVE_INFINITY : around + roughValue(part)
    case 'text':
    case 'reasoning':
    case 'tool-call':
    case 'tool-approval-request':
    case 'tool-approval-response':
      return around + roughValue(part)
    default:
      part satisfies never
      return Number.POSITIVE_INFINITY
  }
}

function hasMedia(output: ToolOutput): boolean {
  return output.type === 'content' && output.value.some(({ type }) => type !== 'text' && type !== 'custom')
}

function roughValue(value: unknown): number {
  if (typeof value === 'string') return around + perUnit * value.length
  if (typeof value !== 'object' || value === null) return around
  let bytes = around
  for (const key in value) bytes += perUnit * key.length + roughValue((value as Readonly<Record<string, unknown>>)[key])
  return bytes
}
