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
  /** The share of queries that have an answer and for which nothing was returned. */
  readonly nothing: number
  /** The share of them with a confident hit among the best five. */
  readonly confident: number
  /** The share of queries that nothing fits, and for which no hit was confident. */
  readonly unsure: number
}

/** Returns the mean recall of the best five, nDCG of the best ten, how often the first tool fits, and what is said of it. */
export function qualityOf(index: ToolIndex, queries: readonly JudgedQuery[]): Quality {
  let [recall, ndcg, first, nothing, confident, answered, unsure] = [0, 0, 0, 0, 0, 0, 0]
  for (const { query, relevance } of queries) {
    const hits = index.search(query, { limit: 10 })
    const names = hits.map(({ name }) => name)
    const isSure = hits.slice(0, 5).some((hit) => hit.confident)
    const grades = Object.values(relevance)
    if (grades.length === 0) {
      unsure += isSure ? 0 : 1
      continue
    }
    answered++
    const graded = names.map((name) => relevance[name] ?? 0)
    recall += graded.slice(0, 5).filter((grade) => grade > 0).length / grades.length
    ndcg += gain(graded) / gain(grades.toSorted((a, b) => b - a))
    first += (graded[0] ?? 0) > 0 ? 1 : 0
    nothing += names.length === 0 ? 1 : 0
    confident += isSure ? 1 : 0
  }
  const without = queries.length - answered
  return {
    recall: recall / answered,
    ndcg: ndcg / answered,
    first: first / answered,
    nothing: nothing / answered,
    confident: confident / answered,
    unsure: without === 0 ? 1 : unsure / without,
  }
}

/** Returns the share of these questions, which no tool answers, that have a confident hit. */
export function falselySure(index: ToolIndex, queries: readonly { readonly query: string }[]): number {
  return (
    1 -
    qualityOf(
      index,
      queries.map(({ query }) => ({ query, relevance: {} })),
    ).unsure
  )
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
