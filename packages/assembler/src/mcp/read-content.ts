import type { ToolOutputContent } from '@lamella/core'
import { cutText, isObject, shortenText } from '@lamella/core/plugin'
import { readBase64 } from '@lamella/wire/measure'
import { textInBlob } from './text-in-blob.ts'

/** More pieces than any tool returns; only the number of further pieces is reported. */
const maxPieces = 1_000

/** The shortest useful rest of a text. A shorter one is only mentioned. */
const shortestRest = 200

/**
 * Reads the list `content` of a result. Texts share one size limit, and images and files another: what exceeds it is
 * cut or replaced with a marker. Blocks for the user alone are left out.
 */
export function readContent(content: unknown, limits: ResultLimits): readonly ToolOutputContent[] {
  if (content === undefined || content === null) return []
  if (!Array.isArray(content)) return [marker('content that is not a list')]
  const room = { characters: limits.characters, data: limits.data }
  const pieces: ToolOutputContent[] = []
  const shown = content.filter(isForModel)
  for (const item of shown.slice(0, maxPieces)) {
    const piece = fitted(readPiece(item), room)
    if (piece !== undefined) pieces.push(piece)
  }
  if (shown.length > maxPieces) pieces.push(marker(`${shown.length - maxPieces} more pieces`))
  if (shown.length < content.length && pieces.length === 0)
    pieces.push({ type: 'text', text: '[The output was shown to the user.]' })
  return pieces
}

/** Returns the blocks of a result that its server wants the model not to get. */
export function contentForUser(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content.filter((item) => !isForModel(item)) : []
}

/** Returns the texts of a result, those of embedded resources too: those for the model, or those for the user alone. */
export function textsIn(content: unknown, forModel: boolean): readonly string[] {
  if (!Array.isArray(content)) return []
  return content.slice(0, maxPieces).flatMap((item) => {
    const piece = isForModel(item) === forModel && isTextual(item) ? readPiece(item) : undefined
    return piece?.type === 'text' && piece.text !== '' ? [piece.text] : []
  })
}

function isTextual(item: unknown): boolean {
  try {
    return isObject(item) && (item['type'] === 'text' || item['type'] === 'resource')
  } catch {
    return false
  }
}

/**
 * Whether a block is for the model. Source: MCP 2025-06-18, "Annotations": without an audience, it is for everybody. That of an
 * embedded resource is in the resource in the examples of "Tools", and beside it in the schema.
 */
function isForModel(item: unknown): boolean {
  try {
    const { annotations, resource } = Object(item) as { readonly annotations?: unknown; readonly resource?: unknown }
    const { annotations: inside } = Object(resource) as { readonly annotations?: unknown }
    const { audience: given } = Object(annotations ?? inside) as { readonly audience?: unknown }
    const audience = typeof given === 'string' ? [given] : given
    return !Array.isArray(audience) || audience.length === 0 || audience.includes('assistant')
  } catch {
    return true // Whoever reads it says what is wrong.
  }
}

/** Returns a piece unchanged, or as much of it as fits; `undefined` for an empty text. */
function fitted(piece: ToolOutputContent, room: { characters: number; data: number }): ToolOutputContent | undefined {
  if (piece.type === 'text') {
    const { length } = piece.text
    if (length === 0) return undefined
    if (length > room.characters && room.characters < shortestRest) return marker(`a text of ${length} characters`)
    const text = shortenText(piece.text, room.characters, { head: 0.7 })
    room.characters -= text.length
    return text === piece.text ? piece : { type: 'text', text }
  }
  if (piece.type !== 'image-data' && piece.type !== 'file-data') return piece
  const { data, mediaType } = piece
  if (data.length > room.data) return marker(`${mediaType} of ${data.length} characters`)
  room.data -= data.length
  return piece
}

/** Reads each field once, because it may be anything, including a getter. */
function readPiece(item: unknown): ToolOutputContent {
  try {
    return isObject(item) ? pieceOf(item) : marker('invalid content')
  } catch {
    return marker('content that cannot be read')
  }
}

function pieceOf(item: Readonly<Record<string, unknown>>): ToolOutputContent {
  const { type } = item
  switch (type) {
    case 'text': {
      const { text } = item
      return typeof text === 'string' ? { type: 'text', text } : marker('an invalid text')
    }
    case 'image':
    case 'audio':
      return media(item['data'], item['mimeType'], type)
    case 'resource':
      return isObject(item['resource']) ? resource(item['resource']) : marker('an invalid resource')
    case 'resource_link':
      return link(item)
    default:
      return marker(typeof type === 'string' ? `content of type '${short(type)}'` : 'content without a type')
  }
}

/** Reads an embedded resource. Its text is preceded by its URI, because there may be several. */
function resource(value: Readonly<Record<string, unknown>>): ToolOutputContent {
  const { uri, text, blob, mimeType } = value
  const from = typeof uri === 'string' ? uri : ''
  const named = (content: string): ToolOutputContent => {
    return { type: 'text', text: from === '' ? content : `[${short(from)}]\n${content}` }
  }
  if (typeof text === 'string') return named(text)
  const piece = media(blob, mimeType ?? 'application/octet-stream', 'resource')
  if (piece.type === 'text') return named(piece.text)
  const name = from.slice(from.lastIndexOf('/') + 1)
  return piece.type === 'file-data' && name !== '' ? { ...piece, filename: short(name) } : piece
}

/** Describes a link without following it: neither this program nor the provider fetches URLs that a server names. */
function link({ name, uri, mimeType, description }: Readonly<Record<string, unknown>>): ToolOutputContent {
  if (typeof uri !== 'string') return marker('an invalid link')
  const kind = typeof mimeType === 'string' ? ` (${short(mimeType)})` : ''
  const title = typeof name === 'string' && name !== '' ? `${short(name)}: ` : ''
  const more = typeof description === 'string' && description !== '' ? `\n${description}` : ''
  return { type: 'text', text: `[Resource ${title}${uri}${kind}]${more}` }
}

const mediaTypes = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/
const dataUrl = /^data:([^,;]*)(?:;[^,]*)?,/i

/**
 * Reads base64 in any form that the encoders repair: the alphabet of URLs, without padding, in lines, in a data URL. A file that is
 * text becomes text. Leaves out what does not decode to bytes, because a provider rejects a request with it.
 */
function media(data: unknown, mimeType: unknown, what: string): ToolOutputContent {
  if (typeof data !== 'string') return marker(`${what} that cannot be read`)
  const [head = '', own = ''] = dataUrl.exec(data.slice(0, 200)) ?? []
  const read = data.length === head.length ? undefined : readBase64(data.slice(head.length))
  if (read === undefined) return marker(`${what} that cannot be read`)
  const mediaType = mediaTypeIn(mimeType) ?? mediaTypeIn(own) ?? read.imageType
  if (mediaType === undefined) return marker(`${what} that cannot be read`)
  const text = textInBlob(read.base64, mediaType)
  if (text !== undefined) return { type: 'text', text }
  return { type: mediaType.startsWith('image/') ? 'image-data' : 'file-data', data: read.base64, mediaType }
}

/** Returns a media type without its parameters. */
function mediaTypeIn(label: unknown): string | undefined {
  if (typeof label !== 'string') return undefined
  const type = (label.split(';', 1)[0] ?? '').trim().toLowerCase()
  return mediaTypes.test(type) ? type : undefined
}

function marker(what: string): ToolOutputContent {
  return { type: 'text', text: `[${what} left out]` }
}

function short(text: string): string {
  return cutText(text, 200, { marker: () => '…' })
}

/** The maximum number of characters in a result to import. */
export interface ResultLimits {
  readonly characters: number
  readonly data: number
}
