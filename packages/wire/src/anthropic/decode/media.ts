import type { FilePart, ImagePart, TextPart } from '@lamella/core'
import { toBase64 } from '../../shared/base64.ts'
import { readRecord, readText, refuse } from '../../shared/decode/read.ts'
import type { UnknownRecord } from '../../shared/guards.ts'
import { textOfBlock } from '../raw-block.ts'
import { optionsOf, restOf } from './options-of.ts'

/** Where an image or a document is in the request: its data, its URL or its id. */
export type Source =
  | { readonly kind: 'data'; readonly value: string; readonly mediaType: string }
  | { readonly kind: 'url' | 'file'; readonly value: string; readonly mediaType?: undefined }
  /** A document that is not a canonical file: it consists of blocks or is of a future kind. */
  | { readonly kind: 'other' }

/** Decodes the source of an image or a document. A text becomes the base64 of its bytes, as in files. */
export function readSource(block: UnknownRecord, path: string): Source {
  const place = `${path}.source`
  const source = readRecord(block['source'], place)
  switch (source['type']) {
    case 'base64': {
      const mediaType = readText(source['media_type'], `${place}.media_type`)
      return { kind: 'data', value: readText(source['data'], `${place}.data`), mediaType }
    }
    case 'text': {
      const mediaType = readText(source['media_type'] ?? 'text/plain', `${place}.media_type`)
      return {
        kind: 'data',
        value: toBase64(new TextEncoder().encode(readText(source['data'], `${place}.data`))),
        mediaType,
      }
    }
    case 'url':
      return { kind: 'url', value: readText(source['url'], `${place}.url`) }
    case 'file':
      return { kind: 'file', value: readText(source['file_id'], `${place}.file_id`) }
    default:
      return typeof source['type'] === 'string' ? { kind: 'other' } : refuse(`${place}.type`, 'must be text')
  }
}

const ofImage = ['type', 'source']
const ofDocument = ['type', 'source', 'title', 'context', 'citations']

export function decodeImage(block: UnknownRecord, path: string): ImagePart | TextPart {
  const source = readSource(block, path)
  if (source.kind === 'other') return rawPart(block)
  const { kind, value: image, mediaType } = source
  const options = optionsOf({ ...restOf(block, ofImage), fileId: kind === 'file' ? image : undefined })
  return { type: 'image', image, ...(mediaType !== undefined && { mediaType }), ...options }
}

export function decodeDocument(block: UnknownRecord, path: string): FilePart | TextPart {
  const source = readSource(block, path)
  if (source.kind === 'other') return rawPart(block)
  const { kind, value: data, mediaType = kind === 'url' ? 'application/pdf' : 'application/octet-stream' } = source
  const fileId = kind === 'file' ? data : undefined
  return { type: 'file', data, mediaType, ...optionsOf({ ...notesOf(block), ...restOf(block, ofDocument), fileId }) }
}

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
