import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolDefinition } from '@lamella/core'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { describe, expect, it } from 'vitest'
import { distractors, falselySure, type JudgedQuery, qualityOf } from './quality.ts'
import queries from './set/bfcl-queries.json' with { type: 'json' }
import unanswered from './set/unanswered.json' with { type: 'json' }

/** A question of the leaderboard with the functions that it offers. */
interface Offer extends JudgedQuery {
  readonly set: string
  readonly offered: readonly string[]
}

const publicSets = ['ironclaw.json', 'metatool.json']
const data = process.env['LAMELLA_DATA'] ?? ''
const folder = join(data, 'tools')
const present = data !== '' && existsSync(folder)
if (!present) console.log('skipped: the search for tools of BFCL, since LAMELLA_DATA is not set')

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
    .filter((file) => file.endsWith('.json') && !publicSets.includes(file))
    .toSorted()
    .flatMap((file) => readTools(join(folder, file), `${file.slice(0, -5)}__`))

describe.skipIf(!present)('the search for tools of BFCL', () => {
  const judged = queries as unknown as readonly JudgedQuery[]

  it.each([0, 899])('finds them, with %i other tools', (others) => {
    const { recall, ndcg, first } = qualityOf(toolIndex([...tools(), ...distractors(others)]), judged)
    console.log(
      `BFCL, ${others} others: recall@5 ${recall.toFixed(3)}, nDCG@10 ${ndcg.toFixed(3)}, P@1 ${first.toFixed(3)}`,
    )
    expect(recall).toBeGreaterThan(0.87)
    expect(first).toBeGreaterThan(0.74)
  })

  it('is rarely confident for questions that no tool answers', () => {
    expect(falselySure(toolIndex(tools()), unanswered)).toBeLessThan(0.1)
  })
})

// The sets below are read from clones of public repositories by scripts/tool-sets.mjs.
const functions = join(folder, 'bfcl-functions.jsonl')
if (present && !existsSync(functions)) {
  console.log(
    'skipped: public sets of tools, since they are not in LAMELLA_DATA/tools (scripts/tool-sets.mjs puts them there)',
  )
}

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

  it('chooses as the leaderboard does between the functions that a question offers', () => {
    const questions = readFileSync(join(folder, 'bfcl-questions.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Offer)
    const index = toolIndex(readTools(functions))
    for (const [set, least] of [
      ['multiple', 0.95],
      ['live_multiple', 0.85],
    ] as const) {
      const asked = questions.filter((one) => one.set === set && one.offered.length > 1)
      const right = asked.filter(({ query, offered, relevance }) => {
        const [hit] = index.search(query, { limit: 1, filter: (name) => offered.includes(name) })
        return hit !== undefined && relevance[hit.name] !== undefined
      })
      console.log(
        `BFCL ${set}: the first of the functions offered is right for ${right.length} of ${asked.length} questions`,
      )
      expect(right.length / asked.length).toBeGreaterThan(least)
    }
  })
})

const metatool = join(folder, 'metatool.json')

describe.skipIf(!existsSync(metatool))('the search for the plugins of MetaTool', () => {
  const read = () =>
    JSON.parse(readFileSync(metatool, 'utf8')) as {
      readonly tools: readonly { readonly name: string; readonly description: string }[]
      readonly questions: readonly { readonly q: string; readonly tool: string }[]
    }
  const plugins = () => toolIndex(read().tools.map((tool) => ({ ...tool, inputSchema: { type: 'object' as const } })))

  // The limits of confidence were chosen with the even positions; the odd ones judge them.
  it.each([
    ['even', 0],
    ['odd', 1],
  ])('finds most by one sentence of advertising: questions at %s positions', (_, rest) => {
    const questions = read().questions.filter((_one, at) => at % 2 === rest)
    const judged = questions.map(({ q, tool }): JudgedQuery => ({ query: q, relevance: { [tool]: 1 } }))
    const { recall, first, nothing, confident } = qualityOf(plugins(), judged)
    console.log(
      `MetaTool: recall@5 ${recall.toFixed(3)}, P@1 ${first.toFixed(3)}, nothing ${nothing.toFixed(3)}, confident ${confident.toFixed(3)}`,
    )
    expect(recall).toBeGreaterThanOrEqual(0.64)
    expect(nothing).toBeLessThanOrEqual(0.02)
    expect(confident).toBeGreaterThanOrEqual(0.6)
  })

  it('is rarely confident for questions that no plugin answers', () => {
    const index = plugins()
    for (const kind of ['near', 'far', 'short'])
      expect(
        falselySure(
          index,
          unanswered.filter((one) => one.kind === kind),
        ),
      ).toBeLessThanOrEqual(0.1)
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
    const { recall, ndcg, unsure } = qualityOf(index, intents)
    console.log(`ironclaw#7273: recall@5 ${recall.toFixed(3)}, nDCG@10 ${ndcg.toFixed(3)}`)
    expect(recall).toBeGreaterThan(0.948)
    expect(ndcg).toBeGreaterThan(0.944)
    expect(unsure).toBe(1)
  })
})
