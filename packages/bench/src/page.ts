import type { Claim, Section } from './section.ts'

/** The day on which the figures were measured. */
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())

const head = `# Benchmarks

Written by \`pnpm bench\`; do not edit. Everything in one table ran in one process on one machine, taking turns, and the
median counts; each table has its own process. Compare the ratios: the times themselves depend on the machine.
`

/** Formats all benchmarks as a Markdown page. */
export function page(sections: readonly Section[], about: string): string {
  return `${[head, about, ...sections.map(sectionText)].join('\n')}\n`
}

/** Replaces sections of a page by those of the same title; one that the page does not have is added at its end. */
export function renewed(page: string, sections: readonly Section[]): string {
  const [start = '', ...parts] = page.trimEnd().split('\n## ')
  for (const section of sections) {
    const part = sectionText(section).slice('\n## '.length)
    const index = parts.findIndex((one) => one.startsWith(`${section.title}\n`))
    if (index < 0) parts.push(part)
    else parts[index] = part
  }
  return `${[start, ...parts].map((part) => part.trimEnd()).join('\n\n## ')}\n`
}

function sectionText({ title, about, table, claims }: Section): string {
  const parts = [`\n## ${title}\n`, `${about}\n`, `Measured on ${day}.\n`, tableText(table), '', ...claimLines(claims)]
  return parts.join('\n')
}

/** Writes rows as a table of Markdown, the first one as its heading. */
export function tableText([first = [], ...rest]: Section['table']): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(first), line(first.map(() => '---')), ...rest.map(line)].join('\n')
}

/** One line for all targets that hold, whose figures are in the table, and one for each requirement that is missed. */
function claimLines(claims: Section['claims']): readonly string[] {
  const missed = claims.filter(({ holds }) => !holds)
  const held = claims.length - missed.length
  const groups = new Map<string, Claim[]>()
  for (const claim of missed) {
    const colon = claim.text.indexOf(': ')
    const requirement = colon < 0 ? claim.text : claim.text.slice(colon + 2)
    groups.set(requirement, [...(groups.get(requirement) ?? []), claim])
  }
  const lines = Array.from(groups, ([requirement, group]) => {
    const [first, ...others] = group
    if (first !== undefined && others.length === 0) return `- **Missed**: ${first.text} (${first.seen}).`
    const places = group.map(({ text, seen }) => `${text.slice(0, -requirement.length - 2)} (${seen})`)
    return `- **Missed**: ${requirement}: ${places.join('; ')}.`
  })
  return held === 0 ? lines : [`- Targets that hold: ${held} of ${claims.length}.`, ...lines]
}
