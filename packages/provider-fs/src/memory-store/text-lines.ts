/** Splits a text into lines, including their line endings: joined, they are the text again. */
function linesOf(text: string): readonly string[] {
  // Splits at the same breaks as the memory reader, so that line numbers match.
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
}

/** Returns the line ending that a text uses. */
function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** Yields ways to insert lines into a text before line `at`, the best-looking first. */
export function* insertLines(text: string, added: readonly string[], at: number): Generator<string> {
  const { before, spaced, below, after, middle, above } = around(text, added, at, at)
  // Right below another list item, or below an empty line.
  const isBelowItem = /^[ \t]|^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(before.at(-1) ?? '')
  yield [...before, ...(isBelowItem ? [] : above), ...middle, ...below, ...after].join('')
  yield spaced
}

/** Yields ways to replace lines `start` to `end`. */
export function* replaceLines(text: string, added: readonly string[], start: number, end: number): Generator<string> {
  const { before, spaced, after, middle } = around(text, added, start, end)
  yield [...before, ...middle, ...after].join('')
  yield spaced
}

function around(text: string, added: readonly string[], start: number, end: number) {
  const lines = linesOf(text)
  const breaks = lineEndOf(text)
  const before = lines.slice(0, start)
  const after = lines.slice(end)
  const last = before.at(-1)
  // The last line of a file may have no line ending.
  if (last !== undefined && !/[\r\n]$/.test(last)) before[before.length - 1] = last + breaks
  const above = isBlank(last) ? [] : [breaks]
  const below = isBlank(after[0]) ? [] : [breaks]
  const middle = added.map((line) => line + breaks)
  const spaced = [...before, ...above, ...middle, ...below, ...after].join('')
  return { before, above, middle, below, after, spaced }
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

/** Yields ways to remove lines from a text. */
export function* removeLines(text: string, start: number, end: number): Generator<string> {
  const lines = linesOf(text)
  const before = lines.slice(0, start)
  const after = lines.slice(end)
  // Avoids two empty lines where each side had one.
  const both = isBlank(before.at(-1)) && isBlank(after[0])
  yield [...before, ...after.slice(both ? 1 : 0)].join('')
  yield [...before, lineEndOf(text), ...after].join('')
}

/** Returns where to insert a line above all headings: after the last line before the first heading. */
export function topEnd(text: string, firstHeading: number | undefined): number {
  const lines = linesOf(text)
  let at = Math.min(firstHeading ?? lines.length, lines.length)
  while (at > 0 && lines[at - 1]?.trim() === '') at--
  return at
}
