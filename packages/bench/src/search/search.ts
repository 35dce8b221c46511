import { duration, times } from '../measure.ts'
import { atLeast, atMost, type Claim, type Section } from '../section.ts'
import { type CreateEngine, flexsearch, fts5, lamella, minisearch, plain } from './engines.ts'
import { meanTime } from './questions.ts'
import { createTexts } from './texts.ts'

/** The claims against each peer, by the number of documents. */
const claimed: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  1000: { minisearch: 10 },
  10000: { minisearch: 50, 'SQLite FTS5': 50 },
  100000: { minisearch: 200, 'SQLite FTS5': 100, flexsearch: 20 },
}

/** The largest number of documents for the peers. */
const most = 100_000
const sizes = [1_000, 10_000, most, 1_000_000] as const
const own = 'lamella'
const engines: Readonly<Record<string, CreateEngine>> = {
  [own]: lamella(),
  'lamella, exact words': lamella(plain),
  minisearch,
  'SQLite FTS5': fts5,
  flexsearch,
}
const isOwn = (name: string): boolean => name.startsWith(own)

/** Measures searching an index, from a thousand documents to a million. */
export async function search(): Promise<Section> {
  const table: string[][] = [
    ['documents', ...Object.keys(engines).flatMap((name) => (isOwn(name) ? [name] : [name, '×']))],
  ]
  const claims: Claim[] = []
  const curve: number[] = []
  for (const size of sizes) {
    const texts = createTexts()
    const documents = texts.documents(size)
    const questions = texts.queries(documents, 200)
    const took = new Map<string, number>()
    for (const [name, create] of Object.entries(engines)) {
      if (size <= most || isOwn(name)) took.set(name, meanTime(create(documents), questions))
    }
    const base = took.get(own) as number
    curve.push(base)
    const cells = Object.keys(engines).flatMap((name) => {
      const time = took.get(name)
      if (isOwn(name)) return [duration(time as number)]
      return time === undefined ? ['', ''] : [duration(time), times(time / base)]
    })
    table.push([size.toLocaleString('en-US'), ...cells])
    for (const [name, least] of Object.entries(claimed[size] ?? {})) {
      const ratio = (took.get(name) as number) / base
      const text = `${size.toLocaleString('en-US')} documents: at least ${least} times as fast as ${name}`
      claims.push(atLeast(text, ratio, least))
    }
  }
  for (let i = 1; i < sizes.length; i++) {
    const growth = (curve[i] as number) / (curve[i - 1] as number)
    const text = `ten times as many documents, ${(sizes[i] as number).toLocaleString('en-US')}: less than ten times the cost`
    claims.push(atMost(text, growth, 10))
  }
  return {
    title: 'Searching an index',
    about:
      'The best ten documents for a question of 3 to 8 words, common ones included, any of which may match (OR). CPU ' +
      'time, the mean of 200 questions, with their analysis. Documents are generated sentences of 4 to 20 words: half ' +
      'are common English words, half come from a vocabulary of 20,000 in four forms. By default, Lamella drops stop ' +
      'words and stems the rest; "exact words" does neither, like the peers: `minisearch` and `flexsearch` with their ' +
      'defaults (`suggest` for OR), FTS5 in memory with `ORDER BY rank LIMIT 10`. `flexsearch` does not score: it ' +
      "orders by a word's position in the text.",
    table,
    claims,
  }
}
