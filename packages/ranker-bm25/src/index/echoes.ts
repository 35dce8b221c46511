import { createPostings } from '../postings/postings.ts'
import type { Bag, Postings } from '../postings/types.ts'

/** The documents of voices that are echoes, each as its parts. */
export interface Echoes {
  /** The number of documents. */
  readonly size: number
  /** The parts, by numbers of their own. */
  readonly parts: Postings
  has(document: number): boolean
  /** Returns the numbers of a document's parts, in order; none if it is missing. */
  partsOf(document: number): readonly number[]
  documentOf(part: number): number
  /** Returns how many documents have a term. */
  having(term: number): number
  put(document: number, bags: readonly Bag[]): void
  remove(document: number): void
}

/** Creates an empty collection. */
export function createEchoes(): Echoes {
  const parts = createPostings()
  const numbers = new Map<number, readonly number[]>()
  const documents: number[] = []
  /** Numbers of removed parts, to be used again. */
  const free: number[] = []
  const having: number[] = []

  const count = (bags: readonly Bag[], change: 1 | -1): void => {
    for (const term of new Set(bags.flatMap(({ terms }) => Array.from(terms)))) {
      having[term] = (having[term] ?? 0) + change
    }
  }
  const partsOf = (document: number): readonly number[] => numbers.get(document) ?? []
  const remove = (document: number): void => {
    const own = partsOf(document)
    count(
      own.map((part) => parts.bag(part) as Bag),
      -1,
    )
    for (const part of own) parts.remove(part)
    free.push(...own)
    numbers.delete(document)
  }
  return {
    get size() {
      return numbers.size
    },
    parts,
    has: (document) => numbers.has(document),
    partsOf,
    documentOf: (part) => documents[part] as number,
    having: (term) => having[term] ?? 0,
    put: (document, bags) => {
      remove(document)
      count(bags, 1)
      const own = bags.map((bag) => {
        const part = free.pop() ?? documents.length
        documents[part] = document
        parts.put(part, bag)
        return part
      })
      numbers.set(document, own)
    },
    remove,
  }
}
