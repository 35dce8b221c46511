import type { Message } from '@lamella/core'
import { mapMedia } from './map-media.ts'
import { bytesOf, referenceTo } from './media-reference.ts'
import type { Keeper } from './put-aside.ts'

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
