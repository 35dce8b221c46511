/** The id of an uploaded file in the place of the data, as in the AI SDK. Standard base64 has no hyphen. */
export const uploadedFile: RegExp = /^file-[a-zA-Z0-9_-]+$/

/** A name for a file without one, which OpenAI refuses: its type in place of an ending. */
export function defaultName(mediaType: string): string {
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1)
  return /^[a-z0-9]+$/.test(subtype) ? `file.${subtype}` : 'file'
}
