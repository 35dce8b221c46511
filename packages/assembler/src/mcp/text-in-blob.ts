/** Media that models see or hear, or that are no text although their bytes could be. SVG is XML, which no model takes as an image. */
const media = /^(?:(?:image|audio|video|font)\/(?!.*\+xml$)|application\/pdf$)/

/**
 * Returns the text of a file in base64, whatever its server calls it; `undefined` for other bytes, and for media. Servers send source
 * files, CSV and JSON as `blob`, which providers refuse as files (anomalyco/opencode#30249, danny-avila/LibreChat#15601).
 */
export function textInBlob(base64: string, mediaType: string): string | undefined {
  if (media.test(mediaType)) return undefined
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
