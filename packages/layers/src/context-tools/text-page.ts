/** A part of a long text. Positions are UTF-16 units. */
export interface TextPage {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly total: number
}

/**
 * Returns the part of a text from an offset, at most `max` characters, ending at a line break where one is near. The next
 * page begins at `to`.
 */
export function textPage(text: string, offset: number, max: number): TextPage {
  const total = text.length
  const from = startOf(text, Math.min(offset, total))
  let to = Math.min(total, from + max)
  if (to < total) {
    const line = text.lastIndexOf('\n', to - 1) + 1
    to = line > from + max / 2 ? line : Math.max(from + 1, startOf(text, to))
  }
  return { text: text.slice(from, to), from, to, total }
}

/** Describes a page that is not the whole text, with how to read on; '' for the whole text. */
export function pageNote({ from, to, total }: TextPage, how: string): string {
  if (from === 0 && to === total) return ''
  const next = to < total ? ` To read on, ${how} with offset ${to}.` : ' This is the end.'
  return ` (characters ${from} to ${to} of ${total}.${next})`
}

/** Moves an index out of the middle of a surrogate pair. */
function startOf(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  const before = text.charCodeAt(index - 1)
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? index - 1 : index
}
