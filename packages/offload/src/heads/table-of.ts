/** The characters of a text in which a table is looked for, and the lines of them that must agree. */
const most = { characters: 8_000, lines: 5 }

const separators = ['\t', ',', ';', '|'] as const

/** Returns what kind of table a text is; `undefined` if its first lines do not have the same columns. */
export function tableOf(text: string): string | undefined {
  const lines = text
    .slice(0, most.characters)
    .split('\n')
    .slice(0, most.lines + 1)
  // The last one may be incomplete.
  const whole = lines.slice(0, -1)
  if (whole.length < 3) return undefined
  for (const separator of separators) {
    const columns = columnsIn(whole[0] as string, separator)
    if (columns < 2 || !whole.every((line) => columnsIn(line, separator) === columns)) continue
    return `a table with ${columns} columns whose names are in line 1`
  }
  return undefined
}

/**
 * Counts columns. Separators in quotes separate nothing, nor do those around a line of Markdown, nor a comma before a space: that is
 * a sentence.
 */
function columnsIn(line: string, separator: string): number {
  const cells = separator === '|' ? line.trim().replace(/^\||\|$/g, '') : line
  const mayBeText = separator === ',' || separator === ';'
  let [columns, isQuoted] = [1, false]
  for (let index = 0; index < cells.length; index++) {
    const character = cells[index]
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted && !(mayBeText && cells[index + 1] === ' ')) columns++
  }
  return columns
}
