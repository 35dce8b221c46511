/** What stands before the data of a data URL. */
export interface DataUrlHead {
  /** As it is written; '' where the URL names none. */
  readonly mediaType: string
  readonly isBase64: boolean
  /** Where the data begins. */
  readonly start: number
}

/** The head of a data URL; `undefined` for any other text. Reads no further than the first comma. */
export function dataUrlHead(text: string): DataUrlHead | undefined {
  if (!/^data:/i.test(text)) return undefined
  const comma = text.indexOf(',')
  if (comma < 0) return undefined
  const head = text.slice('data:'.length, comma)
  const [mediaType = ''] = head.split(';', 1)
  return { mediaType, isBase64: /;base64$/i.test(head), start: comma + 1 }
}
