/** The characters of a text in which a table is looked for, and the lines of them that must agree. */
const most = { characters: 8_000, lines: 5 }

/** A comma before a space is that of a sentence. */
const separators = [/\t/, /,(?! )/, /;(?! )/, /\|/]

/**
 * Returns what kind of table a text is; `undefined` if its first lines do not have the same columns, or nothing sets the first line
 * apart from values: a line under it, as in Markdown, or a column that has numbers in all other lines. JSON lines and logs have neither.
 */
export function tableOf(text: string): string | undefined {
  // The last line may be incomplete.
  const lines = text.slice(0, most.characters).split('\n').slice(0, -1).slice(0, most.lines)
  if (lines.length < 3) return undefined
  for (const separator of separators) {
    const [names = [], ...rows] = lines.map((line) => cellsOf(line, separator))
    if (names.length < 2 || rows.some((row) => row.length !== names.length)) continue
    const isNamed = (name: string, at: number): boolean =>
      !/\d/.test(name) && rows.every((row) => /\d/.test(row[at] ?? ''))
    if (!/^[-:|\s]+$/.test(lines[1] as string) && !names.some(isNamed)) continue
    return `a table with ${names.length} columns whose names are in line 1`
  }
  return undefined
}

/** Returns the cells of a line. Separators in quotes separate nothing, nor do those around a line of Markdown. */
function cellsOf(line: string, separator: RegExp): readonly string[] {
  const text = line.replace(/^\s*\||\|\s*$/g, '').replace(/"[^"]*"?/g, (quoted) => quoted.replace(/[\t,;|]/g, ' '))
  return text.split(separator)
}
