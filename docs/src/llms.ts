import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { published, root } from '../../packages/repo-checks/src/repo.ts'
import { entriesOf } from '../../packages/repo-checks/src/source-entries.ts'
import { repository } from './links.ts'
import { packagePages, pageAt, type SitePage, sections } from './site-pages.ts'

/** Writes `llms.txt` (https://llmstxt.org): what a coding agent can read, with a line about each page. */
export async function writeLlms(folder: string): Promise<void> {
  const parts = [
    '# Lamella',
    '> Assembles what a language model is sent, within its window: instructions, memory, skills, tools, history and the new message, in the format of the provider. TypeScript, ES modules, Node.js 20.19 or newer. It calls no model.',
    `Each package has the guides that use it in its folder \`docs/\`, for its version: \`node_modules/@lamella/core/docs/README.md\`. The pages here are those of the newest version. Sources: ${repository}.`,
    ...(await Promise.all(sections.map(async ({ title, pages }) => section(title, await linesOf(pages.map(pageAt)))))),
    section('Packages', await linesOf(packagePages)),
    section(
      'API',
      published.flatMap(entriesOf).map(({ specifier }) => `- [${specifier}](/api/${specifier})`),
    ),
  ]
  const file = join(folder, 'public/llms.txt')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${parts.join('\n\n')}\n`)
}

function section(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.join('\n')}`
}

function linesOf(pages: readonly SitePage[]): Promise<readonly string[]> {
  return Promise.all(
    pages.map(async ({ title, place, file }) => {
      const text = await readFile(join(root, file), 'utf8')
      return `- [${title}](/${place.replace(/\.md$/, '')}): ${firstSentence(text)}`
    }),
  )
}

/** Returns the first sentence of a page's text, without Markdown's marks. */
export function firstSentence(text: string): string {
  const paragraphs = text.replace(/^---\n.*?\n---\n/s, '').split(/\n{2,}/)
  const first = paragraphs.find((one) => /^[\p{L}`*_[]/u.test(one) && !/^(\[!\[|```)/.test(one)) ?? ''
  const plain = first
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]/g, '')
  return /^.*?[.?!](?= |$)/.exec(plain)?.[0] ?? plain
}
