// The table of runtimes in docs/runtimes.md.
import { readFile, writeFile } from 'node:fs/promises'

const [begin, end] = ['<!-- runtimes: begin -->', '<!-- runtimes: end -->']

/** Writes the table: a row for packages that run in the same places, with what does not run as a number, and its sentence below. */
export function tableOf(runtimes, packages, failures, reasons) {
  const notes = []
  const noteFor = (runtime, folder) => {
    const sentence = reasons[runtime]?.[folder] ?? 'Not explained yet.'
    if (!notes.includes(sentence)) notes.push(sentence)
    return `no (${notes.indexOf(sentence) + 1})`
  }
  // One row for all packages that run where the others of the row do.
  const rows = new Map()
  for (const folder of packages) {
    const cells = runtimes.map(({ name }) => (failures[name][folder] === undefined ? 'yes' : noteFor(name, folder)))
    rows.set(cells.join(' | '), [...(rows.get(cells.join(' | ')) ?? []), `\`${folder}\``])
  }
  return [
    `| packages | ${runtimes.map(({ name }) => name).join(' | ')} |`,
    `| --- | ${runtimes.map(() => '---').join(' | ')} |`,
    ...Array.from(rows, ([cells, folders]) => `| ${folders.join(', ')} | ${cells} |`),
    '',
    ...notes.map((sentence, index) => `${index + 1}. ${sentence}`),
    '',
    `Last written with ${runtimes.map(({ name, version }) => `${name.replace(/ \d+$/, '')} ${version}`).join(', ')}.`,
  ].join('\n')
}

/** Returns the text of a page with another table in it. */
function withTable(text, table) {
  const [before, rest = ''] = text.split(begin)
  return `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`
}

const withoutVersions = (text) => text.replace(/^Last written with .*$/m, '')

/** Writes the page, or returns whether it says what was found, whatever the versions. */
export async function settlePage(path, table, isWriting) {
  const text = await readFile(path, 'utf8')
  const next = withTable(text, table)
  if (isWriting) await writeFile(path, next)
  return isWriting || withoutVersions(next) === withoutVersions(text)
}
