import { sniffImage } from '../shared/base64.ts'
import { imageTypes } from './limits.ts'

/** Matches the id of an uploaded file in place of data, as in the AI SDK. Standard base64 has no hyphen. */
export const uploadedFile: RegExp = /^file-[a-zA-Z0-9_-]+$/

/** Returns a name for a file without one, which OpenAI rejects: its type serves as the extension. */
export function defaultName(mediaType: string): string {
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1)
  return /^[a-z0-9]+$/.test(subtype) ? `file.${subtype}` : 'file'
}

/**
 * The media types of files that OpenAI Chat accepts: "Expected a base64-encoded data URL with an application/pdf MIME
 * type, but got unsupported MIME type 'text/markdown'" (400, trpc-group/trpc-agent-go#1816 of May 2026,
 * pydantic/pydantic-ai#4445; read in November 2026). Responses accepts more.
 */
export const fileTypes: readonly string[] = ['application/pdf']

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
