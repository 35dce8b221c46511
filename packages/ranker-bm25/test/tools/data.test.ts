import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolDefinition } from '@lamella/core'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { describe, expect, it } from 'vitest'
import { distractors, type JudgedQuery, qualityOf } from './quality.ts'
import queries from './set/bfcl-queries.json' with { type: 'json' }
import unanswered from './set/unanswered.json' with { type: 'json' }

const data = process.env['LAMELLA_DATA'] ?? ''
const folder = join(data, 'tools')
const present = data !== '' && existsSync(folder)
if (!present) console.log('skipped: LAMELLA_DATA is not set, so the search for tools of BFCL is not measured')

/** Reads one tool a line. */
function readTools(file: string, prefix = ''): readonly ToolDefinition[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const { name, description, parameters } = JSON.parse(line) as Record<string, string> & { parameters: never }
    return { name: `${prefix}${name}`, description: description ?? '', inputSchema: parameters }
  })
}

/** The tools of the Berkeley function calling leaderboard, each file as a server of its own. */
const tools = (): readonly ToolDefinition[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json') && file !== 'ironclaw.json')
    .toSorted()
    .flatMap((file) => readTools(join(folder, file), `${file.slice(0, -5)}__`))

describe.skipIf(!present)('the search for tools of BFCL', () => {
  const judged = queries as unknown as readonly JudgedQuery[]

  it.each([0, 899])('finds them, with %i other tools', (others) => {
    const { recall, ndcg, first } = qualityOf(toolIndex([...tools(), ...distractors(others)]), judged)
    console.log(
      `BFCL, ${others} others: recall@5 ${recall.toFixed(3)}, nDCG@10 ${ndcg.toFixed(3)}, P@1 ${first.toFixed(3)}`,
    )
    // Queries in other words than the tools': what no word leads to is not found. With the minimum at 0, recall@5 is 0.98.
    expect(recall).toBeGreaterThan(0.85)
  })

  it('returns nothing for questions that no tool answers', () => {
    const index = toolIndex(tools())
    const asked = unanswered.filter((one) => one.for === 'reporting')
    const hits = asked.filter(({ query }) => index.search(query).length > 0)
    console.log(`BFCL: something was found for ${hits.length} of ${asked.length} questions`)
    expect(hits.length).toBeLessThan(5)
  })
})

const functions = join(folder, 'bfcl-functions.jsonl')

describe.skipIf(!existsSync(functions))('the search among 1,000 functions of BFCL', () => {
  const set = (name: string): unknown => JSON.parse(readFileSync(new URL(`set/${name}.json`, import.meta.url), 'utf8'))
  const own = set('tools') as readonly ToolDefinition[]
  const index = existsSync(functions)
    ? toolIndex([...own, ...tools(), ...readTools(functions)].slice(0, 1_000))
    : toolIndex()

  it('finds the tools of the own set, though some of the functions would do as well', () => {
    const { recall, ndcg, first } = qualityOf(index, set('queries') as readonly JudgedQuery[])
    console.log(
      `own set in 1,000 of BFCL: recall@5 ${recall.toFixed(3)}, nDCG@10 ${ndcg.toFixed(3)}, P@1 ${first.toFixed(3)}`,
    )
    expect(recall).toBeGreaterThan(0.9)
  })

  it('returns little for questions that hardly any function answers', () => {
    const asked = unanswered.filter((one) => one.for === 'reporting')
    const hits = asked.filter(({ query }) => index.search(query).length > 0)
    console.log(`1,000 of BFCL: something was found for ${hits.length} of ${asked.length} questions`)
    expect(hits.length).toBeLessThan(10)
  })
})

const ironclaw = join(folder, 'ironclaw.json')

describe.skipIf(!existsSync(ironclaw))('the search for the tools of ironclaw#7273', () => {
  it('finds more than its own ranking', () => {
    const { tools, intents } = JSON.parse(readFileSync(ironclaw, 'utf8')) as {
      readonly tools: readonly { readonly name: string; readonly description: string; readonly parameters: never }[]
      readonly intents: readonly JudgedQuery[]
    }
    const index = toolIndex(
      tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
    )
    const { recall, ndcg, nothing } = qualityOf(index, intents)
    console.log(`ironclaw#7273: recall@5 ${recall.toFixed(3)}, nDCG@10 ${ndcg.toFixed(3)}`)
    expect(recall).toBeGreaterThan(0.948)
    expect(ndcg).toBeGreaterThan(0.944)
    expect(nothing).toBe(1)
  })
})
