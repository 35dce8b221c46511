import type { ToolDefinition } from '@lamella/core'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { expect, it } from 'vitest'
import { distractors, type JudgedQuery, qualityOf } from './quality.ts'
import queries from './set/queries.json' with { type: 'json' }
import given from './set/tools.json' with { type: 'json' }
import unanswered from './set/unanswered.json' with { type: 'json' }

const tools = given as unknown as readonly ToolDefinition[]
const judged = queries as unknown as readonly JudgedQuery[]

// The set has the size and the kinds of queries of ironclaw#7273, whose ranking reaches 0.948 and 0.944 on its own.
it('finds the tools of 50 for 72 queries', () => {
  const { recall, ndcg, nothing } = qualityOf(toolIndex(tools), judged)
  console.log(`own set: recall@5 ${recall.toFixed(3)}, nDCG@10 ${ndcg.toFixed(3)}`)
  expect(recall).toBeGreaterThan(0.948)
  expect(ndcg).toBeGreaterThan(0.944)
  expect(nothing).toBe(1)
})

it('finds them among 1,000', () => {
  const { recall, ndcg, first } = qualityOf(toolIndex([...tools, ...distractors(950)]), judged)
  console.log(
    `own set in 1,000 tools: recall@5 ${recall.toFixed(3)}, nDCG@10 ${ndcg.toFixed(3)}, P@1 ${first.toFixed(3)}`,
  )
  expect(first).toBeGreaterThan(0.9)
})

it('returns nothing for questions that no tool answers', () => {
  for (const catalog of [tools, [...tools, ...distractors(950)]]) {
    const index = toolIndex(catalog)
    const asked = unanswered.filter((one) => one.for === 'reporting')
    const hits = asked.filter(({ query }) => index.search(query).length > 0)
    console.log(`${catalog.length} tools: ${hits.length} of ${asked.length} questions`)
    expect(asked).toHaveLength(100)
    expect(hits.length).toBeLessThan(5)
  }
})
