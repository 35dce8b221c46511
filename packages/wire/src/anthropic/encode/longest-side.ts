import type { Message } from '@lamella/core'
import { longestImageSide } from '../limits.ts'

/** Returns the most pixels that a side of an image may have in a request with these messages. */
export function longestSide(messages: readonly Message[]): number {
  let images = 0
  for (const { content } of messages) {
    if (typeof content === 'string') continue
    for (const part of content) {
      const pieces = part.type === 'tool-result' && part.output.type === 'content' ? part.output.value : [part]
      images += pieces.filter(isImage).length
    }
  }
  return longestImageSide(images)
}

function isImage(part: { readonly type: string; readonly mediaType?: string | undefined }): boolean {
  return part.type.startsWith('image') || part.mediaType?.startsWith('image/') === true
}
