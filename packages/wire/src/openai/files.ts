/** The id of an uploaded file that stands in the place of the data, as in the AI SDK. Base64 text has no hyphen. */
export function uploadedId(data: unknown): string | undefined {
  return typeof data === 'string' && data.startsWith('file-') ? data : undefined
}

/** A name for a file without one, which OpenAI refuses: its type in place of an ending. */
export function defaultName(mediaType: string): string {
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1)
  return /^[a-z0-9]+$/.test(subtype) ? `file.${subtype}` : 'file'
}
