import type { FilePart, ImagePart, JsonValue, TextPart, ToolOutputContent } from '@lamella/core'

/** Where a text of a message stands in its item. */
export interface Slot {
  readonly path: readonly (string | number)[]
  /** The index of the part that holds it. */
  readonly part: number
  /** The provider option of the part that holds it. Default: the part's own text. */
  readonly field?: string
}

type Fields = Readonly<Record<string, JsonValue | undefined>>
type ContentPart = TextPart | ImagePart | FilePart

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Reads the content of a message of a user or of the model. */
export function readContent(content: JsonValue | undefined): {
  readonly parts: readonly ContentPart[]
  readonly slots: readonly Slot[]
} {
  const slots: Slot[] = []
  const list = Array.isArray(content) ? (content as Fields[]) : []
  const parts = list.map((piece, index) => {
    const field = fieldOf(piece)
    if (isSlot(piece[field])) slots.push({ path: ['content', index, field], part: index })
    return readPart(piece, field)
  })
  return { parts, slots }
}

function fieldOf({ type }: Fields): string {
  switch (type) {
    case 'refusal':
    case 'audio':
    case 'image':
      return type
    case 'input_image':
      return 'image'
    case 'input_file':
      return 'file'
    default:
      return 'text'
  }
}

function readPart(piece: Fields, field: string): ContentPart {
  const { type, detail, filename, format, promptCacheBreakpoint } = piece
  const held = piece[field]
  const id = textOf((held as Fields | null)?.['id'] ?? (held as Fields | null)?.['url'])
  const value = isSlot(held) ? textOf(held) : id
  const openai = {
    ...(type === 'refusal' && { refusal: true }),
    ...(typeof detail === 'string' && detail !== 'auto' && { imageDetail: detail }),
    ...(field !== 'text' && !isSlot(held) && id !== '' && { fileId: id }),
    ...(promptCacheBreakpoint !== undefined && { promptCacheBreakpoint }),
  }
  const options = Object.keys(openai).length > 0 ? { providerOptions: { openai } } : {}
  switch (field) {
    case 'image':
      return { type: 'image', image: value, ...options }
    case 'file':
    case 'audio': {
      const mediaType = field === 'audio' ? `audio/${textOf(format) || 'wav'}` : mediaTypeOf(value)
      return { type: 'file', data: value, mediaType, ...(typeof filename === 'string' && { filename }), ...options }
    }
    default:
      return { type: 'text', text: value, ...options }
  }
}

/** Reads the structured output of a tool. Paths begin with the index of the piece. */
export function readPieces(list: readonly Fields[]): {
  readonly pieces: readonly ToolOutputContent[]
  readonly slots: readonly Slot[]
} {
  const slots: Slot[] = []
  const pieces = list.map((piece, index): ToolOutputContent => {
    const { type } = piece
    const field = type === 'file' ? 'file' : fieldOf(piece)
    const held = piece[field]
    if (isSlot(held)) slots.push({ path: [index, field], part: index })
    return field === 'text' ? { type: 'text', text: textOf(held) } : readMedia(held, field)
  })
  return { pieces, slots }
}

function readMedia(held: JsonValue | undefined, field: string): ToolOutputContent {
  const { id, fileId, url, data, mediaType } = (isSlot(held) ? {} : (held ?? {})) as Fields
  const isImage = field === 'image'
  const reference = fileId ?? id
  if (typeof reference === 'string') return { type: isImage ? 'image-file-id' : 'file-id', fileId: reference }
  const text = textOf(data ?? url ?? held)
  const found = /^data:([^;,]+);base64,(.*)$/s.exec(text)
  if (found) return { type: isImage ? 'image-data' : 'file-data', mediaType: found[1] ?? '', data: found[2] ?? '' }
  if (typeof data !== 'string' && /^https?:/.test(text)) return { type: isImage ? 'image-url' : 'file-url', url: text }
  const type = typeof mediaType === 'string' ? mediaType : isImage ? 'image/png' : 'application/octet-stream'
  return { type: isImage ? 'image-data' : 'file-data', mediaType: type, data: text }
}

function mediaTypeOf(data: string): string {
  return /^data:([^;,]+)/.exec(data)?.[1] ?? 'application/octet-stream'
}

function isSlot(value: unknown): value is string | null {
  return typeof value === 'string' || value === null
}
