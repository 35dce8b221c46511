/** Matches the id of an uploaded file in place of data, as in the AI SDK. Standard base64 has no hyphen. */
export const uploadedFile: RegExp = /^file-[a-zA-Z0-9_-]+$/

/** Returns a name for a file without one, which OpenAI rejects: its type serves as the extension. */
export function defaultName(mediaType: string): string {
  const subtype = mediaType.slice(mediaType.indexOf('/') + 1)
  return /^[a-z0-9]+$/.test(subtype) ? `file.${subtype}` : 'file'
}
