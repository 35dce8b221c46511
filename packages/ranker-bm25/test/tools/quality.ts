import type { ToolDefinition } from '@lamella/core'
import type { ToolIndex } from '@lamella/ranker-bm25/tools'

/** A query with the tools that fit it: 3 is what was meant, 1 would do. None: nothing fits. */
export interface JudgedQuery {
  readonly query: string
  readonly relevance: Readonly<Record<string, number>>
}

export interface Quality {
  readonly recall: number
  readonly ndcg: number
  readonly first: number
  /** The share of queries that nothing fits and for which nothing was returned. */
  readonly nothing: number
}

/** Returns the mean recall of the best five, nDCG of the best ten, and how often the first tool fits. */
export function qualityOf(index: ToolIndex, queries: readonly JudgedQuery[]): Quality {
  let [recall, ndcg, first, answered, silent] = [0, 0, 0, 0, 0]
  for (const { query, relevance } of queries) {
    const names = index.search(query, { limit: 10 }).map(({ name }) => name)
    const grades = Object.values(relevance)
    if (grades.length === 0) {
      silent += names.length === 0 ? 1 : 0
      continue
    }
    answered++
    const graded = names.map((name) => relevance[name] ?? 0)
    recall += graded.slice(0, 5).filter((grade) => grade > 0).length / grades.length
    ndcg += gain(graded) / gain(grades.toSorted((a, b) => b - a))
    first += (graded[0] ?? 0) > 0 ? 1 : 0
  }
  const without = queries.length - answered
  return {
    recall: recall / answered,
    ndcg: ndcg / answered,
    first: first / answered,
    nothing: without === 0 ? 1 : silent / without,
  }
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
}

const verbs = ['create', 'list', 'get', 'update', 'delete'] as const
const nouns = [
  'asset',
  'widget',
  'ledger',
  'shipment',
  'campaign',
  'survey',
  'sensor',
  'contract',
  'vehicle',
  'recipe',
] as const

/**
 * Returns tools that fit none of the queries, as ironclaw#7409 grows its set: twenty services with fifty tools each, all of
 * them named and described alike.
 */
export function distractors(count: number): readonly ToolDefinition[] {
  return Array.from({ length: count }, (_, i) => {
    const service = `vendor${i % 20}`
    const verb = verbs[Math.floor(i / 20) % verbs.length] as string
    const noun = nouns[Math.floor(i / 100) % nouns.length] as string
    return {
      name: `${service}__${verb}_${noun}_${i}`,
      description: `${verb} a ${noun} of ${service}, with its name and status.`,
      inputSchema: {
        type: 'object',
        properties: { [`${noun}_id`]: { type: 'string' }, name: { type: 'string' }, status: { type: 'string' } },
      },
    }
  })
}
