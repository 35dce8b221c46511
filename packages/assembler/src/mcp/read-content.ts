import type { ToolOutputContent } from '@lamella/core'
import { cutText, isObject } from '@lamella/core/plugin'
import type { ResultLimits } from './result-limits.ts'

/** More pieces than any tool gives; the rest is told as a number. */
const maxPieces = 1_000

/** Shortest useful rest of a text. Less of it is only told. */
const least = 200

/**
 * The list `content` of a result. Texts share one room, and images and files another: what passes it is cut, or has a marker in
 * its place.
 */
export function readContent(content: unknown, limits: ResultLimits): readonly ToolOutputContent[] {
  if (content === undefined || content === null) return []
  if (!Array.isArray(content)) return [marker('content that is no list')]
  const room = { characters: limits.characters, data: limits.data }
  const pieces: ToolOutputContent[] = []
  for (const item of content.slice(0, maxPieces)) {
    const piece = fitted(readPiece(item), room)
    if (piece !== undefined) pieces.push(piece)
  }
  if (content.length > maxPieces) pieces.push(marker(`${content.length - maxPieces} more pieces`))
  return pieces
}

/** A piece as it is, or as much of it as there is room for; `undefined` for an empty text. */
function fitted(piece: ToolOutputContent, room: { characters: number; data: number }): ToolOutputContent | undefined {
  if (piece.type === 'text') {
    const { length } = piece.text
    if (length === 0) return undefined
    if (length > room.characters && room.characters < least) return marker(`a text of ${length} characters`)
    const text = cutText(piece.text, room.characters, { head: 0.7 })
    room.characters -= text.length
    return text === piece.text ? piece : { type: 'text', text }
  }
  if (piece.type !== 'image-data' && piece.type !== 'file-data') return piece
  const { data, mediaType } = piece
  if (data.length > room.data) return marker(`${mediaType} of ${data.length} characters`)
  room.data -= data.length
  return piece
}

/** Its fields are looked at once each, since they may be anything, getters included. */
function readPiece(item: unknown): ToolOutputContent {
  try {
    return isObject(item) ? pieceOf(item) : marker('something that is no content')
  } catch {
    return marker('content that cannot be read')
  }
}

function pieceOf(item: Readonly<Record<string, unknown>>): ToolOutputContent {
  const { type } = item
  switch (type) {
    case 'text': {
      const { text } = item
      return typeof text === 'string' ? { type: 'text', text } : marker('a text that is none')
    }
    case 'image':
    case 'audio':
      return media(item['data'], item['mimeType'], type)
    case 'resource':
      return isObject(item['resource']) ? resource(item['resource']) : marker('a resource that is none')
    case 'resource_link':
      return link(item)
    default:
      return marker(typeof type === 'string' ? `content of type '${short(type)}'` : 'content without a type')
  }
}

/** A resource that came with the result. Its text is told with where it is from, since there may be several. */
function resource(value: Readonly<Record<string, unknown>>): ToolOutputContent {
  const { uri, text, blob, mimeType } = value
  const from = typeof uri === 'string' ? uri : ''
  if (typeof text === 'string') return { type: 'text', text: from === '' ? text : `[${short(from)}]\n${text}` }
  const piece = media(blob, mimeType ?? 'application/octet-stream', 'resource')
  const name = from.slice(from.lastIndexOf('/') + 1)
  return piece.type === 'file-data' && name !== '' ? { ...piece, filename: short(name) } : piece
}

/** A link is told, not followed: neither this program nor the provider fetches what a server names. */
function link({ name, uri, mimeType, description }: Readonly<Record<string, unknown>>): ToolOutputContent {
  if (typeof uri !== 'string') return marker('a link that is none')
  const kind = typeof mimeType === 'string' ? ` (${short(mimeType)})` : ''
  const title = typeof name === 'string' && name !== '' ? `${short(name)}: ` : ''
  const more = typeof description === 'string' && description !== '' ? `\n${description}` : ''
  return { type: 'text', text: `[Resource ${title}${uri}${kind}]${more}` }
}

const mediaTypes = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/
const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** A provider refuses a request for data that is not base64, so what is none is left out here. */
function media(data: unknown, mimeType: unknown, what: string): ToolOutputContent {
  const readable = typeof data === 'string' && data !== '' && data.length % 4 === 0 && base64.test(data)
  if (!readable || typeof mimeType !== 'string' || !mediaTypes.test(mimeType))
    return marker(`${what} that cannot be read`)
  return { type: mimeType.startsWith('image/') ? 'image-data' : 'file-data', data, mediaType: mimeType }
}

function marker(what: string): ToolOutputContent {
  return { type: 'text', text: `[${what} left out]` }
}

function short(text: string): string {
  return cutText(text, 200, { marker: () => '…' })
}
