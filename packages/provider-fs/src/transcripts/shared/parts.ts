import type { ImagePart, JsonValue, Part, ToolOutput, ToolOutputContent } from '@lamella/core'
import { dataStart } from '@lamella/core/plugin'
import { text } from './fields.ts'

/** Returns the parts of a content that is a text; none of an empty one, and of anything else. */
export function textParts(content: unknown): readonly Part[] {
  const said = text(content)
  return said === undefined ? [] : [{ type: 'text', text: said }]
}

/** Returns the call of a tool. */
export function callPart(id: unknown, name: unknown, input: unknown): Part {
  return { type: 'tool-call', toolCallId: text(id) ?? '', toolName: text(name) ?? '', input: input ?? {} }
}

/** Returns the result of a tool. */
export function resultPart(id: unknown, name: unknown, output: ToolOutput): Part {
  return { type: 'tool-result', toolCallId: text(id) ?? '', toolName: text(name) ?? '', output }
}

/** Returns a value that a tool returned as its output: a text, or JSON. */
export function valueOutput(value: unknown): ToolOutput {
  return typeof value === 'string' ? { type: 'text', value } : { type: 'json', value: (value ?? null) as JsonValue }
}

/** Returns the output of a tool that consists of parts: their text if they have nothing else, or are an error. */
export function partsOutput(parts: readonly Part[], isError: boolean): ToolOutput {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  if (!isError && texts.length < parts.length) return { type: 'content', value: parts.flatMap(pieceOf) }
  return { type: isError ? 'error-text' : 'text', value: texts.join('\n') }
}

/** Returns a part as a piece of a tool's output. */
export function pieceOf(part: Part): readonly ToolOutputContent[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  if (part.type === 'image' && typeof part.image === 'string') {
    if (part.mediaType === undefined) return [{ type: 'image-url', url: part.image }]
    return [{ type: 'image-data', data: part.image, mediaType: part.mediaType }]
  }
  if (part.type === 'file' && typeof part.data === 'string') {
    return [{ type: 'file-data', data: part.data, mediaType: part.mediaType }]
  }
  return []
}

/** Returns the texts of parts; each other part is an empty line. */
export function textOfParts(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** Returns an image of a URL; the data of a data URL as base64 with its type. */
export function imageOfUrl(url: string): ImagePart {
  const start = dataStart(url)
  if (!start) return { type: 'image', image: url }
  const [mediaType] = url.slice('data:'.length, start - 1).split(';', 1)
  return { type: 'image', image: url.slice(start), mediaType: mediaType || 'image/png' }
}
