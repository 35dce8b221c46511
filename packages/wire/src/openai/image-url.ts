import { sniffImage } from '../shared/base64.ts'
import { imageTypes } from './limits.ts'

/**
 * The data URL of an image, or `undefined` for bytes that are neither png, jpeg, gif nor webp. The bytes decide what it
 * is, as they do at the API: a request with text labelled as jpeg was refused, one with png bytes labelled as jpeg was
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
