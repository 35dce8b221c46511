/** The characters of a text that are worked on at a time. */
const step = 1_048_576

/** Lets others have a turn. */
export function turn(): Promise<void> {
  // Browsers have no `setImmediate`.
  return new Promise((go) => (typeof setImmediate === 'function' ? setImmediate(go) : setTimeout(go)))
}

/** Yields a text in pieces that end between characters, and lets others have a turn between them. */
export async function* piecesOf(text: string): AsyncGenerator<string, undefined, undefined> {
  for (let start = 0; start < text.length; ) {
    const end = outOfPair(text, start + step)
    if (start > 0) await turn()
    yield text.slice(start, end)
    start = end
  }
  return undefined
}

/** Moves an index out of the middle of a surrogate pair. */
export function outOfPair(text: string, index: number): number {
  const [before, unit] = [text.charCodeAt(index - 1), text.charCodeAt(index)]
  return before >= 0xd800 && before <= 0xdbff && unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index
}
