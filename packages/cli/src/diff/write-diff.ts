import type { Palette } from '../palette.ts'
import { plain } from '../plain.ts'
import { table } from '../text/table.ts'
import type { ContextDiff } from './context-diff.ts'
import { diffWords } from './diff-lines.ts'

/** Returns a difference as text for a terminal. */
export function diffText(diff: ContextDiff, { bold, dim, red, green, yellow }: Palette): string {
  const { sum, counting, prefix, cost, layers, lines } = diffWords(diff)
  const paints: Readonly<Record<string, Palette['red']>> = {
    added: green,
    restored: green,
    removed: red,
    dropped: red,
    shortened: yellow,
    changed: yellow,
  }
  const paint = (what: string): string =>
    what.replace(
      /^((?:[\d,]+ fragments )?)(\w+)/,
      (_, many: string, word: string) => many + (paints[word] ?? String)(word),
    )
  const sizes = layers.map(([name, ...cells]) => [plain(name), ...cells])
  return [
    dim(plain(`${diff.before} -> ${diff.after}`)),
    bold(sum),
    ...(counting ? [yellow(`counted ${counting.what}: ${plain(counting.name)}`)] : []),
    ...(sizes.length === 0 ? [] : ['', ...table('lrrr', [['layer', 'before', 'after', 'change'], ...sizes])]),
    ...(lines.length === 0 ? [] : ['', ...lines.map(({ name, what }) => `${plain(name)}: ${paint(what)}`)]),
    '',
    `prefix: ${prefix.what}${prefix.name === '' ? '' : `: ${plain(prefix.name)}`}`,
    ...(cost ? [`cost: ${cost.what}: ${plain(cost.name)}`] : []),
    '',
  ].join('\n')
}

/** Returns a difference as Markdown for a pull request. Names are code: they cannot mention, link or add markup. */
export function diffMarkdown(diff: ContextDiff): string {
  const { sum, counting, prefix, cost, layers, lines } = diffWords(diff)
  const rows = layers.map(([name, ...cells]) => `| ${[code(name), ...cells].join(' | ')} |`)
  return [
    `**${sum}**`,
    ...(counting ? ['', `Counted ${counting.what}: ${code(counting.name)}.`] : []),
    ...(rows.length === 0 ? [] : ['', '| layer | before | after | change |', '|---|---:|---:|---:|', ...rows]),
    '',
    ...lines.map(({ name, what }) => `- ${code(name)}: ${what}`),
    `- prefix: ${prefix.what}${prefix.name === '' ? '' : `: ${code(prefix.name)}`}`,
    ...(cost ? [`- cost: ${cost.what}: ${code(cost.name)}`] : []),
    '',
    `From ${code(diff.before)} to ${code(diff.after)}.`,
    '',
  ].join('\n')
}

/** A code span that its text cannot end; `|` would end a cell of a table even in code. */
function code(text: string): string {
  const shown = plain(text).replaceAll('|', '\\|')
  let longest = 0
  for (const [ticks] of shown.matchAll(/`+/g)) longest = Math.max(longest, ticks.length)
  const ticks = '`'.repeat(longest + 1)
  const space = longest > 0 ? ' ' : ''
  return `${ticks}${space}${shown}${space}${ticks}`
}
