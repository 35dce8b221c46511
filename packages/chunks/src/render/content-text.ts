import { isObject } from '@lamella/core/plugin'
import type { MemoryChunk } from '../contract/chunk.ts'
import { invalidChunk } from '../state/check-chunk.ts'

/** The text that encoders write for a call denied without a reason. */
const deniedText = 'Tool execution denied.'

/**
 * Returns the content of a chunk as text: text unchanged, parts line by line, anything else as JSON.
 *
 * @throws LamellaError `CHUNK_INVALID` for values that JSON cannot represent, such as a Map, an Error or a function
 */
export function contentText(chunk: MemoryChunk): string {
  const { content } = chunk
  if (typeof content === 'string') return content
  if (content === undefined) return ''
  if (holdsParts(chunk)) return chunk.content.map(partText).join('\n')
  if (content === null && outputType(chunk) === 'execution-denied') return deniedText
  let unwritable: string | undefined
  const noting = (_: string, value: unknown): unknown => {
    unwritable ??= unwritableName(value)
    return value
  }
  let text: string | undefined
  try {
    text = JSON.stringify(content, noting)
  } catch (cause) {
    throw invalidChunk(chunk.id, 'has content that cannot be written as JSON', cause)
  }
  if (unwritable === undefined && text !== undefined) return text
  throw invalidChunk(chunk.id, `has content that cannot be written as JSON: it holds ${unwritable ?? 'nothing'}`)
}

/** Classes that JSON writes as an empty object. */
const emptied = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'Error', 'Promise', 'RegExp', 'ArrayBuffer'])

/** Returns the kind of a value that JSON would omit. */
function unwritableName(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  if (typeof value !== 'object' || value === null) return undefined
  const name = Object.prototype.toString.call(value).slice(8, -1)
  return emptied.has(name) ? `${name === 'Error' || name === 'ArrayBuffer' ? 'an' : 'a'} ${name}` : undefined
}

type Piece = Readonly<Record<string, unknown>> & { readonly type: string }

/** Returns whether the content is a list of parts: of a message or of a tool result. */
export function holdsParts(chunk: MemoryChunk): chunk is MemoryChunk & { readonly content: readonly Piece[] } {
  const { type, content } = chunk
  if (!Array.isArray(content)) return false
  return type === 'AGENT' ? content.every(isSaid) : outputType(chunk) === 'content' && content.every(isPiece)
}

function outputType(chunk: MemoryChunk): string | undefined {
  return chunk.type === 'ENVIRONMENT' && chunk.subType === 'TOOL_RESULT' ? chunk.metadata.output?.type : undefined
}

function isPiece(value: unknown): value is Piece {
  return isObject(value) && typeof value['type'] === 'string'
}

function isSaid(value: unknown): value is Piece {
  if (!isPiece(value)) return false
  switch (value.type) {
    case 'text':
      return typeof value['text'] === 'string'
    case 'image':
      return value['image'] !== undefined
    default:
      return value.type === 'file' && value['data'] !== undefined && typeof value['mediaType'] === 'string'
  }
}

/** Returns a text, or a description of a file: its kind, its name, and its address if short. */
function partText(part: Piece): string {
  const { type, text, filename, mediaType, image, data, url, fileId } = part
  if (type === 'text' && typeof text === 'string') return text
  const address = [url, image, data].map((value) => webAddress(value)).find((value) => value !== undefined)
  const id = typeof fileId === 'string' ? fileId : undefined
  const words = [type, filename, mediaType, address ?? id].filter((word) => typeof word === 'string' && word !== '')
  return `[${words.join(' ')}]`
}

function webAddress(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : value instanceof URL ? value.href : ''
  return /^https?:/i.test(text) && text.length <= 2_000 ? text : undefined
}
