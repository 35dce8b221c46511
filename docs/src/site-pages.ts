import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { published, root } from '../../packages/repo-checks/src/repo.ts'

/** A page of the site that is written by hand. */
export interface SitePage {
  /** Its place in the site, such as `packages/wire.md`. */
  readonly place: string
  /** Its file, as a path from the root of the repository, such as `packages/wire/README.md`. */
  readonly file: string
  readonly title: string
}

/** The sections of the site, in the order of its sidebar. */
export const sections: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  {
    title: 'Start',
    pages: ['start', 'which-package', 'first-context', 'concepts', 'examples', 'questions', 'others', 'non-goals'],
  },
  {
    title: 'Recipes',
    pages: [
      'recipes/ai-sdk',
      'recipes/openai-agents',
      'recipes/claude-agent',
      'recipes/openai',
      'recipes/anthropic',
      'recipes/gemini',
      'recipes/bedrock',
      'recipes/langchain',
      'recipes/mcp',
    ],
  },
  {
    title: 'Guides',
    pages: [
      'truncation',
      'runs',
      'cuts',
      'compaction',
      'summaries',
      'memory',
      'memory-blocks',
      'large-results',
      'costs',
      'many-machines',
      'testing',
      'security',
      'versions',
    ],
  },
  {
    title: 'Packages in detail',
    pages: [
      'cli',
      'inspector',
      'formats',
      'assembler',
      'files',
      'sqlite',
      'postgres',
      'ranking',
      'layer-tools',
      'chunks',
      'estimates',
      'model-data',
    ],
  },
  {
    title: 'Write your own',
    pages: [
      'terms',
      'writing-a-layer',
      'writing-a-store',
      'writing-a-format',
      'writing-a-ranker',
      'writing-a-tokenizer',
    ],
  },
  {
    title: 'Move to Lamella',
    pages: ['migrate/langchain', 'migrate/ai-sdk', 'migrate/context-chef', 'migrate/by-hand'],
  },
  {
    title: 'Why it is so',
    pages: ['design/ladder-and-cut', 'design/runs', 'design/search'],
  },
  {
    title: 'Reference',
    pages: ['error-codes', 'wire-rules', 'esm', 'runtimes', 'benchmarks', 'retention'],
  },
]

/** Returns the page of the site at a place such as `recipes/mcp`. */
export function pageAt(name: string): SitePage {
  const file = `docs/${name}.md`
  return { place: `${name}.md`, file, title: titleOf(file) }
}

/** Pages that no section lists: the one that visitors see first, and the playground. */
const others: readonly SitePage[] = [
  { place: 'index.md', file: 'docs/index.md', title: 'Lamella' },
  { place: 'playground.md', file: 'docs/playground.md', title: 'Playground' },
]

/** The pages that are written by hand, in order. */
export const writtenPages: readonly SitePage[] = [...others, ...sections.flatMap(({ pages }) => pages.map(pageAt))]

/** The README of each published package is a page, too. */
export const packagePages: readonly SitePage[] = published.map(({ folder, manifest }) => ({
  place: `packages/${folder}.md`,
  file: `packages/${folder}/README.md`,
  title: manifest.name,
}))

const places = new Map([...writtenPages, ...packagePages].map(({ file, place }) => [file, place]))

/** Returns where a file or folder of the repository is in the site; `undefined` if it is not. */
export function placeOf(path: string): string | undefined {
  const known = places.get(path) ?? places.get(`${path}/README.md`)
  if (known !== undefined) return known
  return path.startsWith('docs/images/') ? path.slice('docs/'.length) : undefined
}

/** Returns the title of a page: its first heading, without marks. */
function titleOf(file: string): string {
  const path = join(root, file)
  const [, title] = existsSync(path) ? (/^# (.+)$/m.exec(readFileSync(path, 'utf8')) ?? []) : []
  if (title === undefined) throw new Error(`${file} is missing, or has no title.`)
  return title.replaceAll('`', '')
}

/** Returns the sidebar for VitePress. Groups do not collapse: their headings would be buttons inside of buttons. */
export function sidebar(): readonly object[] {
  const item = ({ place, title }: SitePage): object => ({ text: title, link: `/${place.replace(/\.md$/, '')}` })
  return [
    ...sections.map(({ title, pages }) => ({ text: title, items: pages.map(pageAt).map(item) })),
    { text: 'Packages', items: packagePages.map(item) },
    { text: 'API', link: '/api/' },
  ]
}
