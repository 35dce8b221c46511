import type { Message } from '@lamella/core'
import { plainValue } from '@lamella/core/plugin'
import { mapMedia } from './map-media.ts'
import { bytesOf, referenceOf, referenceTo } from './media-reference.ts'
import type { Keeper } from './put-aside.ts'
import type { KeyReader, Place } from './session-key.ts'

const mediaTypeForm = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[\x20-\x7e]*)?$/

/** Returns a message whose images and files above a size in bytes are references. */
export async function mediaAside(keeper: Keeper, message: Message, limit: number): Promise<Message> {
  return mapMedia(message, async ({ data, mediaType, name }) => {
    // Base64 takes four characters for three bytes.
    if (typeof data === 'string' && data.length * 0.75 <= limit) return undefined
    const found = bytesOf(data)
    if (found === undefined || found.bytes.length <= limit) return undefined
    const isKnown = mediaTypeForm.test(mediaType) && mediaType.length <= 255
    const type = isKnown ? mediaType : 'application/octet-stream'
    const kept = await keeper.put({ bytes: found.bytes, mediaType: type }, name)
    return kept && { data: await referenceTo(kept, found.prefix) }
  })
}

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
    return { data: `${prefix}${plainValue(bytes)}` }
  })
}
