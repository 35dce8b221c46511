/** A text as lines with their line ends: joined, they are the text again. */
function linesOf(text: string): readonly string[] {
  // The same breaks as where memory is read, so that lines have the same numbers.
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
}

/** The line end that a text uses. */
function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** Ways to put lines into a text before line `at`, the one that looks best first. */
export function* withLines(text: string, added: readonly string[], at: number): Generator<string> {
  const { before, behind, breaks, above, below } = around(text, at, at)
  const middle = added.map((line) => line + breaks)
  // Right below another list item, or below an empty line.
  const isBelowItem = /^[ \t]|^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(before.at(-1) ?? '')
  yield [...before, ...(isBelowItem ? [] : above), ...middle, ...below, ...behind].join('')
  yield [...before, ...above, ...middle, ...below, ...behind].join('')
}

/** Ways to put lines in the place of lines `start` to `end`. */
export function* insteadOfLines(text: string, added: readonly string[], start: number, end: number): Generator<string> {
  const { before, behind, breaks, above, below } = around(text, start, end)
  const middle = added.map((line) => line + breaks)
  yield [...before, ...middle, ...behind].join('')
  yield [...before, ...above, ...middle, ...below, ...behind].join('')
}

function around(text: string, start: number, end: number) {
  const lines = linesOf(text)
  const breaks = lineEndOf(text)
  const before = lines.slice(0, start)
  const behind = lines.slice(end)
  const last = before.at(-1)
  // The last line of a file may have no end.
  if (last !== undefined && !/[\r\n]$/.test(last)) before[before.length - 1] = last + breaks
  const above = isBlank(last) ? [] : [breaks]
  const below = isBlank(behind[0]) ? [] : [breaks]
  return { before, behind, breaks, above, below }
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}

/** Ways to take lines out of a text. */
export function* withoutLines(text: string, start: number, end: number): Generator<string> {
  const lines = linesOf(text)
  const before = lines.slice(0, start)
  const behind = lines.slice(end)
  // Not two empty lines where there was one on either side.
  const both = isBlank(before.at(-1)) && isBlank(behind[0])
  yield [...before, ...behind.slice(both ? 1 : 0)].join('')
  yield [...before, lineEndOf(text), ...behind].join('')
}

/** Where a line is to be put so that it stands under no heading: behind the last line before the first one. */
export function topEnd(text: string, firstHeading: number | undefined): number {
  const lines = linesOf(text)
  let at = Math.min(firstHeading ?? lines.length, lines.length)
  while (at > 0 && lines[at - 1]?.trim() === '') at--
  return at
}
