/** The most UTF-16 units of a piece. */
const size = 6_000

/**
 * Returns where the pieces of a text begin, so that a page shows one at a time however long the text is: at a line if one
 * begins in the last half of a piece, and never inside a character.
 */
export function pieceStarts(text: string): readonly number[] {
  const starts = [0]
  for (let from = 0; text.length - from > size; ) {
    // In the piece alone: in a text without lines, a search would go back to its start each time.
    const line = text.slice(from, from + size).lastIndexOf('\n') + 1
    from = line > size / 2 ? from + line : characterStart(text, from + size)
    starts.push(from)
  }
  return starts
}

/** Returns the index of the piece that has a position. */
export function pieceOf(starts: readonly number[], position: number): number {
  const after = starts.findIndex((start) => start > position)
  return after < 0 ? starts.length - 1 : Math.max(0, after - 1)
}

function characterStart(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit < 0xe000 ? at - 1 : at
}
