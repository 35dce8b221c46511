import type { Message } from '@lamella/core'
import { mapMedia } from '../aside/map-media.ts'
import { base64Of, referenceOf } from '../aside/media-reference.ts'
import type { Place } from '../aside/put-aside.ts'

/**
 * Returns a message with its images and files as they were. One whose content is no longer kept becomes a text that says so:
 * no provider takes a reference.
 */
export async function restoreMedia({ blobs, scope, session }: Place, message: Message): Promise<Message> {
  return mapMedia(message, async ({ data, mediaType }) => {
    const reference = referenceOf(data)
    if (reference === undefined) return undefined
    const bytes = await blobs.read(scope, session, reference.id)
    if (bytes === undefined) return { text: `[${mediaType}: its content is no longer kept.]` }
    return { data: `${reference.prefix}${base64Of(bytes)}` }
  })
}
