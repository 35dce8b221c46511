import { dirname } from 'node:path'
import type { Need } from './needs.ts'

/** Builds `docs/public-names.md`: every public name, and who needs it. */
export function namesPage(all: readonly Need[]): string {
  const packages = [...new Set(all.map(packageOf))]
  const sections = packages.map((name) => {
    const rows = all.filter((one) => packageOf(one) === name).map(row)
    return `## ${name}\n\n| name | import from | needed by |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Public names

<!-- Generated from the sources by \`pnpm docs:generate\`. Do not edit. -->

What the packages export: ${all.length} names, each with who needs it. That is a page that shows it, a package or an example that
imports it, or another public name whose declaration mentions it: a type that nobody imports, but that an editor shows.
A name that nobody needs fails a test. The declarations are in \`api.md\` of each package.

${sections.join('\n')}`
}

function packageOf({ specifiers }: Need): string {
  return specifiers[0]?.split('/').slice(0, 2).join('/') ?? ''
}

function row(need: Need): string {
  const from = need.specifiers.map((specifier) => `\`${specifier}\``).join(', ')
  return `| ${need.isType ? 'type ' : ''}\`${need.name}\` | ${from} | ${needers(need)} |`
}

/** The three nearest to a user: pages first, then code, then declarations. */
function needers({ pages, importers, declarations }: Need): string {
  const shown = [
    ...pages.map((page) => `[${titleOf(page)}](${fromDocs(page)})`),
    ...importers,
    ...declarations.map((name) => `\`${name}\``),
  ]
  const more = shown.length - 3
  return shown.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function titleOf(page: string): string {
  return page.endsWith('README.md') ? `README of ${dirname(page).split('/').pop()}` : page.replace(/^docs\//, '')
}

function fromDocs(page: string): string {
  return page.startsWith('docs/') ? page.slice(5) : `../${page}`
}
