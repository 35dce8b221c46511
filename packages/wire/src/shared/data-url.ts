/** The part of a data URL before its data. */
export interface DataUrlHead {
  /** The media type as written; '' if the URL has none. */
  readonly mediaType: string
  readonly isBase64: boolean
  /** The index at which the data begins. */
  readonly start: number
}

/** Parses the head of a data URL; returns `undefined` for any other text. Reads no further than the first comma. */
export function dataUrlHead(text: string): DataUrlHead | undefined {
  if (!/^data:/i.test(text)) return undefined
  const comma = text.indexOf(',')
  if (comma < 0) return undefined
  const head = text.slice('data:'.length, comma)
  const [mediaType = ''] = head.split(';', 1)
  return { mediaType, isBase64: /;base64$/i.test(head), start: comma + 1 }
}

/** Returns a text with the escapes of a URI, such as %3D, decoded; `undefined` if one of them is not valid. */
export function decodeUri(text: string): string | undefined {
  // Most texts have none, and data may be long.
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
