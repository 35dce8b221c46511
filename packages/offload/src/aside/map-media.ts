import type { Message, Part, ToolOutputContent } from '@lamella/core'

/** An image or a file in a message. */
export interface Media {
  readonly data: unknown
  readonly mediaType: string
  readonly name: string
}

/** What replaces the data of an image or file: other data, or a text in place of the whole. */
export type MediaChange = { readonly data: string } | { readonly text: string } | undefined

/** Changes the items of a list one after the other. Returns the same list if all stay the same. */
export async function changeEach<Item>(
  items: readonly Item[],
  change: (item: Item) => Promise<Item>,
): Promise<readonly Item[]> {
  const changed: Item[] = []
  for (const item of items) changed.push(await change(item))
  return changed.some((item, index) => item !== items[index]) ? changed : items
}

/** Returns a message with the data of images and files replaced; the same message if nothing is. */
export async function mapMedia(message: Message, change: (media: Media) => Promise<MediaChange>): Promise<Message> {
  const { content } = message
  if (typeof content === 'string') return message
  const parts = await changeEach<Part>(content, (part) => mapPart(part, change))
  return parts === content ? message : ({ ...message, content: parts } as Message)
}

async function mapPart(part: Part, change: (media: Media) => Promise<MediaChange>): Promise<Part> {
  if (part.type === 'image' || part.type === 'file') {
    const [key, name] =
      part.type === 'image' ? (['image', 'image'] as const) : (['data', part.filename ?? 'file'] as const)
    const data = part.type === 'image' ? part.image : part.data
    const changed = await change({ data, mediaType: part.mediaType ?? 'image/*', name })
    if (changed === undefined) return part
    return 'data' in changed ? ({ ...part, [key]: changed.data } as Part) : { type: 'text', text: changed.text }
  }
  if (part.type !== 'tool-result' || part.output.type !== 'content') return part
  const { output, toolName: name } = part
  const value = await changeEach<ToolOutputContent>(output.value, async (piece) => {
    const changed = 'data' in piece ? await change({ ...piece, name }) : undefined
    if (changed === undefined) return piece
    return 'data' in changed ? ({ ...piece, ...changed } as ToolOutputContent) : { type: 'text', ...changed }
  })
  return value === output.value ? part : { ...part, output: { ...output, value: [...value] } }
}
