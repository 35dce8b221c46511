import type { Message } from '@lamella/core'
import { tooWide } from '../measure/image-size.ts'

/** How large the images of a request to Claude may be. */
export interface ImageBounds {
  /** The most pixels on a side. */
  readonly side: number
  /** The index of the message from which on requests had too many images for wide ones. */
  readonly since: number
  /** Whether an image has been left out that requests with fewer images had. */
  isNarrower: boolean
}

/** The most pixels on a side, and the same with more images than this. */
const [widest, mostWide, widestOfMany] = [8_000, 20, 2_000]

/**
 * Returns the most pixels of a side of an image in a request with a number of images. The API rejects larger ones, in every later
 * request of the conversation, too. Source: platform.claude.com/docs/en/build-with-claude/vision, "Request limits", and 400
 * (anthropics/claude-code#12351 and #49537, charmbracelet/crush#3810); Bedrock: API_runtime_Message.html, "Contents", and
 * aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#998. Read on 2026-11-30.
 */
export function longestImageSide(images: number): number {
  return images > mostWide ? widestOfMany : widest
}

/** Returns the bounds of a request with these messages; for another vendor's model, those of few images. */
export function imageBounds(messages: readonly Message[], isClaude: boolean = true): ImageBounds {
  let images = 0
  const since = messages.findIndex(({ content }) => {
    if (!isClaude || typeof content === 'string') return false
    for (const part of content) {
      const pieces = part.type === 'tool-result' && part.output.type === 'content' ? part.output.value : [part]
      images += pieces.filter(isImage).length
    }
    return images > mostWide
  })
  return { side: longestImageSide(images), since, isNarrower: false }
}

/** Returns why an image cannot be sent; `undefined` if it can. */
export function tooLarge(base64: string, bounds: ImageBounds): string | undefined {
  const problem = tooWide(base64, bounds.side)
  if (problem !== undefined) bounds.isNarrower ||= tooWide(base64, widest) === undefined
  return problem
}

function isImage(part: { readonly type: string; readonly mediaType?: string | undefined }): boolean {
  return part.type.startsWith('image') || part.mediaType?.startsWith('image/') === true
}
