import type { Section } from './section.ts'

const head = `# Benchmarks

Written by \`pnpm bench\`; do not edit. Everything in one table ran in one process on one machine, taking turns, and the
median counts; each table has a process of its own. Read the ratios: the times themselves are those of the machine that ran them.
`

/** The page of all benchmarks, as Markdown. */
export function page(sections: readonly Section[], about: string): string {
  return `${[head, about, ...sections.map(sectionText)].join('\n')}\n`
}

function sectionText({ title, about, table, claims }: Section): string {
  const [first = [], ...rest] = table
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    `\n## ${title}\n`,
    `${about}\n`,
    line(first),
    line(first.map(() => '---')),
    ...rest.map(line),
    '',
    ...claims.map(({ text, seen, holds }) => `- ${holds ? 'Holds' : '**Missed**'}: ${text} (${seen}).`),
  ].join('\n')
}
