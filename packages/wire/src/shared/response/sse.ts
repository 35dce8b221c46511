/** A reader that gets text in any pieces. */
export interface TextReader {
  push(text: string): void
  /** Handles what is left when the text ends. */
  end(): void
}

/**
 * Reads server-sent events in linear time: lines end with CRLF, LF or CR, comments are skipped, `data` lines are joined with
 * newlines. An event that lacks its blank line at the end of the text is passed on, unlike in a browser: servers leave it out.
 *
 * Source: WHATWG HTML, "Server-sent events", 9.2.6. Read on 2026-11-23.
 *
 * @param onEvent Gets the data and the name of each event; the name is '' for most.
 */
export function createSseReader(onEvent: (data: string, name: string, isLast: boolean) => void): TextReader {
  const lineEnd = /\r\n|\r|\n/g
  let rest: string[] = []
  let data: string[] = []
  let name = ''
  let endsWithCr = false
  const dispatch = (isLast: boolean): void => {
    const [lines, event] = [data, name]
    data = []
    name = ''
    if (lines.length > 0) onEvent(lines.join('\n'), event, isLast)
  }
  const take = (line: string): void => {
    if (line === '') {
      dispatch(false)
      return
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') data.push(value)
    else if (field === 'event') name = value
  }
  return {
    push(text) {
      if (text === '') return
      let start = endsWithCr && text[0] === '\n' ? 1 : 0
      endsWithCr = false
      lineEnd.lastIndex = start
      for (let found = lineEnd.exec(text); found !== null; found = lineEnd.exec(text)) {
        rest.push(text.slice(start, found.index))
        start = lineEnd.lastIndex
        endsWithCr = start === text.length && text[start - 1] === '\r'
        const line = rest.length === 1 ? (rest[0] as string) : rest.join('')
        rest = []
        take(line)
      }
      if (start < text.length) rest.push(text.slice(start))
    },
    end() {
      const line = rest.join('')
      rest = []
      if (line !== '') take(line)
      dispatch(true)
    },
  }
}
