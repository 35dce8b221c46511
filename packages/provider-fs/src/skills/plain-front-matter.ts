/** A key that needs no quotes, and its value on the same line. */
const pair = /^([A-Za-z_][\w-]{0,99}): +([^ ].*)$/
/**
 * Characters that YAML allows in a plain text on one line. Others, such as tabs and line separators, are left to the
 * library.
 */
const printable = /^[ -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufdcf\ufdf0-\ufefe\uff00-\uffef\u{10000}-\u{10ffff}]*$/u
/** A value without quotes: it begins with no indicator, ends no key and has no comment. */
const plain = /^[^\s\-?:,[\]{}#&*!|>'"%@`](?:[^:#]|:(?=[^ ])|(?<! )#)*$/
/** The maximum number of UTF-16 units to read here. Longer ones are rare, and could exhaust the stack of a regular expression. */
const mostUnits = 20_000
/** A value in quotes, without escapes. */
const quoted = /^(?:'([^']*)'|"([^"\\]*)")$/

/**
 * Reads front matter that consists of lines `key: value`, as YAML does with all scalars as text. No
 * library is then even loaded.
 *
 * @returns `undefined` for anything else, valid or not
 */
export function plainFrontMatter(yaml: string): Readonly<Record<string, unknown>> | undefined {
  if (yaml.length > mostUnits || !printable.test(yaml.replaceAll('\n', ''))) return undefined
  const values: Record<string, unknown> = Object.create(null)
  for (const line of yaml.split('\n')) {
    if (line === '') continue
    const [, key, value] = pair.exec(withoutSpaces(line)) ?? []
    if (key === undefined || value === undefined || key in values) return undefined
    const [, single, double] = quoted.exec(value) ?? []
    const text = plain.test(value) ? value : (single ?? double)
    if (text === undefined) return undefined
    values[key] = text
  }
  return values
}

/** Removes spaces at the end, and no other white space: `trimEnd` removes more than YAML does. */
function withoutSpaces(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ') end--
  return line.slice(0, end)
}
