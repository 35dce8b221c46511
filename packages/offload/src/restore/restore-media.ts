import type { Message } from '@lamella/core'
import { mapMedia } from '../aside/map-media.ts'
import { base64Of, referenceOf } from '../aside/media-reference.ts'
import type { KeyReader, Place } from '../aside/session-key.ts'

/**
 * Returns a message with its images and files as they were. One whose content is no longer kept becomes a text that says so:
 * no provider takes a reference. What only looks like a reference stays: the key of the session gives its tag to none but ours.
 */
export async function restoreMedia(
  { blobs, scope, session }: Place,
  message: Message,
  readKey: KeyReader,
): Promise<Message> {
  return mapMedia(message, async ({ data, mediaType }) => {
    const reference = referenceOf(data)
    if (reference === undefined) return undefined
    const { id, tag, prefix } = reference
    const key = await readKey()
    if (key && (await key.tag('media', id, prefix)) !== tag) return undefined
    const bytes = key && (await blobs.read(scope, session, id))
    if (bytes === undefined) return { text: `[${mediaType}: its content is no longer kept.]` }
    return { data: `${prefix}${base64Of(bytes)}` }
  })
}
