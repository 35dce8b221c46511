import type { Message, Part, ToolOutputContent } from '@lamella/core'

/** An image or a file in a message. */
export interface Media {
  readonly data: unknown
  readonly mediaType: string
  readonly name: string
}

/** What replaces the data of an image or file: other data, or a text in place of the whole. */
export type MediaChange = { readonly data: string } | { readonly text: string } | undefined

/** Returns a message with the data of images and files replaced; the same message if nothing is. */
export async function mapMedia(message: Message, change: (media: Media) => Promise<MediaChange>): Promise<Message> {
  const { content } = message
  if (typeof content === 'string') return message
  let isChanged = false
  const parts: Part[] = []
  for (const part of content as readonly Part[]) {
    const changed = await mapPart(part, change)
    if (changed !== part) isChanged = true
    parts.push(changed)
  }
  return isChanged ? ({ ...message, content: parts } as Message) : message
}

async function mapPart(part: Part, change: (media: Media) => Promise<MediaChange>): Promise<Part> {
  if (part.type === 'image') {
    const changed = await change({ data: part.image, mediaType: part.mediaType ?? 'image/*', name: 'image' })
    if (changed === undefined) return part
    return 'data' in changed ? { ...part, image: changed.data } : { type: 'text', text: changed.text }
  }
  if (part.type === 'file') {
    const changed = await change({ data: part.data, mediaType: part.mediaType, name: part.filename ?? 'file' })
    if (changed === undefined) return part
    return 'data' in changed ? { ...part, data: changed.data } : { type: 'text', text: changed.text }
  }
  if (part.type !== 'tool-result' || part.output.type !== 'content') return part
  const pieces: ToolOutputContent[] = []
  let isChanged = false
  for (const piece of part.output.value) {
    const changed = 'data' in piece ? await change({ ...piece, name: part.toolName }) : undefined
    if (changed !== undefined) isChanged = true
    if (changed === undefined) pieces.push(piece)
    else pieces.push('data' in changed ? ({ ...piece, ...changed } as ToolOutputContent) : { type: 'text', ...changed })
  }
  return isChanged ? { ...part, output: { ...part.output, value: pieces } } : part
}
