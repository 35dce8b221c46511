/** A stretch of text: as it is, or characters that are not seen, written as their code points. */
export interface TextRun {
  readonly text: string
  readonly hidden: boolean
}

// Control and format characters except line break and tab, lone surrogates, private use, separators of lines, fillers and
// the variation selectors with which bytes can be hidden (Unicode 17.0, 2026-11-23).
const unseen =
  /(?:(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|\u17b4|\u17b5|[\u{e0100}-\u{e01ef}]))+/gu

/** Splits a text where characters would not be seen, or would change the direction of what follows. */
export function visibleRuns(text: string): readonly TextRun[] {
  const runs: TextRun[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(unseen)) {
    if (index > from) runs.push({ text: text.slice(from, index), hidden: false })
    runs.push({ text: [...found].map(codePoint).join(''), hidden: true })
    from = index + found.length
  }
  if (from < text.length) runs.push({ text: text.slice(from), hidden: false })
  return runs
}

/** Returns the beginning of a text in one line, with nothing unseen: for lists and attributes. */
export function visibleLine(text: string, most: number = 160): string {
  const start = text.slice(0, most * 2).replaceAll(/\s+/g, ' ')
  const line = visibleRuns(start)
    .map((run) => run.text)
    .join('')
    .trim()
  const isCut = line.length > most || text.length > most * 2
  return isCut ? `${wholeStart(line, most)}…` : line
}

/** Cuts a text without leaving a half of a character. */
function wholeStart(text: string, most: number): string {
  const last = text.charCodeAt(most - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most)
}

function codePoint(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
}
