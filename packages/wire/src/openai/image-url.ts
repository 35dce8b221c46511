import { sniffImage } from '../shared/base64.ts'
import { imageTypes } from './limits.ts'

/**
 * Returns the data URL of an image, or `undefined` for bytes that are not png, jpeg, gif or webp. The bytes decide the
 * type, as in the API: a request with text labelled as jpeg was rejected, one with png bytes labelled as jpeg was
 * accepted (both recorded).
 */
export function imageUrl(media: {
  readonly base64: string
  readonly mediaType: string | undefined
}): string | undefined {
  const sniffed = sniffImage(media.base64)
  if (sniffed === undefined) return undefined
  const labelled = media.mediaType !== undefined && imageTypes.includes(media.mediaType)
  return `data:${labelled ? media.mediaType : sniffed};base64,${media.base64}`
}
