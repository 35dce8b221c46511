import type { FilePart, ImagePart, TextPart } from '@lamella/core'
import { toBase64 } from '../../shared/base64.ts'
import { readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { textOfBlock } from '../raw-block.ts'
import { optionsOf, restOf } from './options-of.ts'

/** Encodes a text as the base64 of its UTF-8 bytes. */
function encodeText(text: string): string {
  return toBase64(new TextEncoder().encode(text))
}

/** Where an image or a document is in the request. */
export type Source =
  | { readonly kind: 'data'; readonly data: string; readonly mediaType: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly id: string }
  /** A document that is not a canonical file: it consists of blocks or is of a future kind. */
  | { readonly kind: 'other' }

/** Decodes the source of an image or a document. A text becomes the base64 of its bytes, as in files. */
export function readSource(block: UnknownRecord, path: string): Source {
  const place = `${path}.source`
  const source = readRecord(block['source'], place)
  switch (source['type']) {
    case 'base64': {
      const mediaType = readText(source['media_type'], `${place}.media_type`)
      return { kind: 'data', data: readText(source['data'], `${place}.data`), mediaType }
    }
    case 'text': {
      const mediaType = readText(source['media_type'] ?? 'text/plain', `${place}.media_type`)
      return { kind: 'data', data: encodeText(readText(source['data'], `${place}.data`)), mediaType }
    }
    case 'url':
      return { kind: 'url', url: readText(source['url'], `${place}.url`) }
    case 'file':
      return { kind: 'file', id: readText(source['file_id'], `${place}.file_id`) }
    default:
      return typeof source['type'] === 'string' ? { kind: 'other' } : refuse(`${place}.type`, 'must be text')
  }
}

const ofImage = ['type', 'source']
const ofDocument = ['type', 'source', 'title', 'context', 'citations']

/** Decodes an image of a user message. */
export function decodeImage(block: UnknownRecord, path: string): ImagePart | TextPart {
  const source = readSource(block, path)
  const rest = restOf(block, ofImage)
  switch (source.kind) {
    case 'data':
      return { type: 'image', image: source.data, mediaType: source.mediaType, ...optionsOf(rest) }
    case 'url':
      return { type: 'image', image: source.url, ...optionsOf(rest) }
    case 'file':
      return { type: 'image', image: source.id, ...optionsOf({ ...rest, fileId: source.id }) }
    case 'other':
      return rawPart(block)
    default:
      source satisfies never
      return source
  }
}

/** Decodes a document of a user message. */
export function decodeDocument(block: UnknownRecord, path: string): FilePart | TextPart {
  const source = readSource(block, path)
  const notes = { ...notesOf(block), ...restOf(block, ofDocument) }
  switch (source.kind) {
    case 'data':
      return { type: 'file', data: source.data, mediaType: source.mediaType, ...optionsOf(notes) }
    case 'url':
      return { type: 'file', data: source.url, mediaType: 'application/pdf', ...optionsOf(notes) }
    case 'file': {
      const options = optionsOf({ ...notes, fileId: source.id })
      return { type: 'file', data: source.id, mediaType: 'application/octet-stream', ...options }
    }
    case 'other':
      return rawPart(block)
    default:
      source satisfies never
      return source
  }
}

/** Returns the title of a document and its other metadata. */
export function notesOf({ title, context, citations }: UnknownRecord): object {
  return {
    title: typeof title === 'string' ? title : undefined,
    context: typeof context === 'string' ? context : undefined,
    citations: typeof citations === 'object' ? (citations ?? undefined) : undefined,
  }
}

/** Decodes a block without a canonical part: its text as a text part, with the block itself in the provider options. */
export function rawPart(block: UnknownRecord): TextPart {
  const { cache_control: control, ...raw } = block
  const text = textOfBlock({ ...raw, type: String(raw['type']) })
  return { type: 'text', text, ...optionsOf({ block: raw, cacheControl: control ?? undefined }) }
}
