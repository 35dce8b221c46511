import { join } from 'node:path'
import { type Block, blocksOf, pages } from './markdown.ts'
import { root, shown } from './repo.ts'

/** One `ts` block of a page as a separate program. */
export interface Snippet {
  /** A place such as `docs/concepts.md:12`. */
  readonly place: string
  readonly page: string
  /** The program: what the block uses, the blocks it continues, and its own text last. */
  readonly code: string
  /** The number of lines before its own text. */
  readonly before: number
  /** The line of the page where its own text starts. */
  readonly line: number
  /** The expected output, if the page states it. */
  readonly prints: string | undefined
}

/**
 * Names that a block may use without declaring them: `<!-- uses: scope, session -->` above it. They are declared
 * without a value, so a block that uses one compiles but does not run.
 */
const stock: Readonly<Record<string, string>> = {
  builder: "import('@lamella/core').ContextBuilder<'system' | 'memory' | 'history' | 'message'>",
  call: '{ readonly function: { readonly name: string; readonly arguments: string } }',
  // The real clients, so that a page compiles only if the client accepts what it shows.
  claude: "import('@anthropic-ai/sdk').Anthropic",
  client: "import('openai').OpenAI",
  context: "import('@lamella/core').Context<'system' | 'memory' | 'history' | 'message'>",
  headers: 'Record<string, string>',
  memory: "import('@lamella/blocks').MemoryCache",
  messages: "import('@lamella/core').Message[]",
  request: "import('@lamella/core').BuildRequest",
  runTool: "(call: import('@lamella/core').ToolCallPart) => Promise<import('@lamella/core').ToolResultPart>",
  scope: "import('@lamella/core').Scope",
  session: "import('@lamella/core').Message[]",
  sessions: "import('@lamella/store').SessionStore",
  summarize: "import('@lamella/compaction').Summarize",
  text: 'string',
  toolExecutor: "import('@lamella/assembler').ToolExecutor",
  tools: "import('@lamella/core').ToolDefinition[]",
  url: 'string',
}

/** Returns all `ts` blocks of all pages. Examples are skipped: they are separate packages, which run. */
export function snippets(): readonly Snippet[] {
  const isExample = (page: string): boolean => page.startsWith(join(root, 'examples'))
  return pages.filter((page) => !isExample(page)).flatMap((page) => snippetsOf(page, blocksOf(page)))
}

/**
 * `<!-- continues -->` above a block prepends the block before it. `<!-- prints -->` above a block of text marks it as
 * the output of the `ts` block before it; the command that runs it may stand between them.
 */
function snippetsOf(page: string, blocks: readonly Block[]): readonly Snippet[] {
  const found: Snippet[] = []
  for (const [index, block] of blocks.entries()) {
    if (block.language !== 'ts') continue
    const used = block.notes.flatMap((note) => (note.startsWith('uses: ') ? note.slice(6).split(', ') : []))
    const previous = block.notes.includes('continues') ? (found.at(-1)?.code ?? '') : ''
    const head =
      used.map((name) => `declare const ${name}: ${stock[name] ?? `unknown_name_${name}`}\n`).join('') + previous
    const next = blocks.slice(index + 1).find(({ language }) => language !== 'sh')
    found.push({
      place: `${shown(page)}:${block.line}`,
      page,
      code: `${head}${block.text}\n`,
      before: head.split('\n').length - 1,
      line: block.line,
      prints: next?.notes.includes('prints') ? next.text : undefined,
    })
  }
  return found
}
