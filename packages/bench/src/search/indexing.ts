import { createIndex, loadIndex } from '@lamella/ranker-bm25'
import { duration, measure, type Task } from '../measure.ts'
import { atLeast, type Section } from '../section.ts'
import { type CreateEngine, flexsearch, fts5, lamella, minisearch, plain } from './engines.ts'
import { megabytes, memoryOf } from './memory.ts'
import { createTexts } from './texts.ts'

const size = 100_000
const [stemmed, asTheyAre] = ['lamella', 'lamella, exact words'] as const
const engines: Readonly<Record<string, CreateEngine>> = {
  [stemmed]: lamella(),
  [asTheyAre]: lamella(plain),
  minisearch,
  flexsearch,
  'SQLite FTS5': fts5,
}

/** Measures building an index, its memory, and loading a saved one. */
export async function indexing(): Promise<Section> {
  const documents = createTexts().documents(size)
  const index = createIndex()
  index.add(documents.map((text, i) => ({ id: String(i), text })))
  const bytes = index.save()
  const builds = Object.entries(engines).map(([name, create]) => [name, () => void create(documents)] as const)
  const tasks: Record<string, Task> = { ...Object.fromEntries(builds), load: () => loadIndex(bytes) }
  const timings = await measure(tasks, { rounds: 5, turn: 1, cpu: true })
  const took = (name: string): number => timings[name] ?? Number.NaN
  // SQLite has its own memory, which the runtime does not count.
  const measured = Object.entries(engines).filter(([name]) => name !== 'SQLite FTS5')
  const memory = new Map(measured.map(([name, create]) => [name, memoryOf(() => create(documents))]))
  const smaller = (memory.get('minisearch') as number) / (memory.get(stemmed) as number)
  return {
    title: 'Building an index',
    about: `An index of ${size.toLocaleString('en-US')} sentences as above, saved in ${megabytes(bytes.length)}. Times are CPU time. Memory is the growth of the heap and of array buffers, without the texts.`,
    table: [
      ['', 'takes', 'memory'],
      ...Object.keys(engines).map((name) => {
        const bytes = memory.get(name)
        return [name, duration(took(name)), bytes === undefined ? '' : megabytes(bytes)]
      }),
      ['lamella, loading a saved index', duration(took('load')), ''],
    ],
    claims: [
      atLeast('exact words: at least 2.5 times as fast as minisearch', took('minisearch') / took(asTheyAre), 2.5),
      atLeast('with stems: no slower than minisearch', took('minisearch') / took(stemmed), 1),
      atLeast("at most a quarter of minisearch's memory", smaller, 4),
      atLeast('loading is faster than building', took(stemmed) / took('load'), 1),
    ],
  }
}
