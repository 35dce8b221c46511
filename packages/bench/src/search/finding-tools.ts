import { english } from '@lamella/ranker-bm25/languages'
import { type ToolIndex, type ToolIndexOptions, toolIndex } from '@lamella/ranker-bm25/tools'
import MiniSearch from 'minisearch'
import { duration, measure, times } from '../measure.ts'
import { atLeast, type Section } from '../section.ts'
import { createTexts } from './texts.ts'

const size = 1_000

interface BenchTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly properties: Readonly<Record<string, object>> }
}

/** Generates tools with names of four words, a sentence about them, and four described parameters. */
function createTools(): { readonly tools: readonly BenchTool[]; readonly queries: readonly string[] } {
  const texts = createTexts()
  const sentences = texts.documents(size * 6)
  const words = (at: number, count: number): string =>
    (sentences[at] as string).slice(0, -1).split(' ').slice(0, count).join('_')
  const tools = Array.from({ length: size }, (_, i): BenchTool => {
    const at = i * 6
    const parameters = [1, 2, 3, 4].map(
      (n) => [words(at + n, 2), { type: 'string', description: sentences[at + n] }] as const,
    )
    return {
      name: `service${i % 20}__${words(at, 3)}_${i}`,
      description: sentences[at + 5] as string,
      inputSchema: { type: 'object', properties: Object.fromEntries(parameters) },
    }
  })
  return {
    tools,
    queries: texts.queries(
      tools.map(({ description }) => description),
      200,
    ),
  }
}

/** Measures the search for tools: indexing a thousand, and a query. */
export async function findingTools(): Promise<Section> {
  const { tools, queries } = createTools()
  const [first] = queries as readonly [string]
  /** Indexes all tools, and searches once: a part of the work is left to the first search. */
  const ours = (options: ToolIndexOptions = {}): ToolIndex => {
    const index = toolIndex(tools, options)
    index.search(first)
    return index
  }
  const theirs = (): MiniSearch => {
    const index = new MiniSearch({ idField: 'name', fields: ['words', 'description', 'parameters'] })
    index.addAll(
      tools.map(({ name, description, inputSchema }) => ({
        name,
        words: name.replaceAll('_', ' '),
        description,
        parameters: JSON.stringify(inputSchema.properties),
      })),
    )
    return index
  }
  const [index, peer] = [ours(), theirs()]
  let [asked, askedPeer] = [0, 0]
  const { known, fresh, builtByPeer } = await measure(
    {
      known: () => ours(),
      // A language that no index has had, so its words are unknown.
      fresh: () => ours({ languages: [{ ...english }] }),
      builtByPeer: theirs,
    },
    { cpu: true },
  )
  // On their own: what indexes leave to collect would count as time of the queries that follow.
  const { found, foundByPeer } = await measure(
    {
      found: () => index.search(queries[asked++ % queries.length] as string),
      foundByPeer: () => peer.search(queries[askedPeer++ % queries.length] as string),
    },
    { cpu: true },
  )
  return {
    title: 'Finding tools',
    about:
      `${size.toLocaleString('en-US')} generated tools, each with a name, a sentence and four described parameters ` +
      '(90,000 words, 15,000 distinct ones: more than real tools have), and queries of 3 to 8 words. `minisearch` gets ' +
      'the same texts, with its defaults. Known texts: the process has indexed them before, as when the list of tools ' +
      'changes. CPU time.',
    table: [
      ['', 'lamella', 'minisearch', '×'],
      ['indexing new words', duration(fresh), duration(builtByPeer), times(builtByPeer / fresh)],
      ['indexing known texts', duration(known), duration(builtByPeer), times(builtByPeer / known)],
      ['a query', duration(found), duration(foundByPeer), times(foundByPeer / found)],
    ],
    claims: [
      { text: '1,000 tools with new words are indexed in less than 20 ms', seen: duration(fresh), holds: fresh < 20 },
      { text: '1,000 known tools are indexed in less than 20 ms', seen: duration(known), holds: known < 20 },
      { text: 'a query takes less than 100 µs', seen: duration(found), holds: found < 0.1 },
      atLeast('a query is no slower than with minisearch', foundByPeer / found, 1),
    ],
  }
}
