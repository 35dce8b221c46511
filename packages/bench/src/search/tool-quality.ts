import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolDefinition } from '@lamella/core'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { families, familyQuestions } from '../../../ranker-bm25/test/tools/families.ts'
import { distractors, type JudgedQuery } from '../../../ranker-bm25/test/tools/quality.ts'
import bfclQueries from '../../../ranker-bm25/test/tools/set/bfcl-queries.json' with { type: 'json' }
import ownQueries from '../../../ranker-bm25/test/tools/set/queries.json' with { type: 'json' }
import ownTools from '../../../ranker-bm25/test/tools/set/tools.json' with { type: 'json' }
import unanswered from '../../../ranker-bm25/test/tools/set/unanswered.json' with { type: 'json' }
import { manySkills, skillQuestions } from '../../../ranker-bm25/test/tools/skills.ts'
import type { Claim, Section, Skipped } from '../section.ts'
import { type FindPlaces, fts5Of, minisearchOf } from './rivals.ts'

const folder = join(process.env['LAMELLA_DATA'] ?? '', 'tools')
const metatool = join(folder, 'metatool.json')
const limit = 5

interface ToolSet {
  readonly name: string
  readonly tools: readonly ToolDefinition[]
  readonly questions: readonly JudgedQuery[]
}

/** Measures which tools are found for questions, and how sure the index is of them. */
export async function toolQuality(): Promise<Section | Skipped> {
  if (!existsSync(metatool)) return { skipped: 'the folder in LAMELLA_DATA has no tools/metatool.json' }
  const claims: Claim[] = []
  const table: string[][] = [
    [
      'set',
      'tools',
      'questions',
      'recall@5',
      'minisearch',
      'FTS5',
      'first',
      'nothing',
      'confident',
      'falsely near, far, short',
    ],
  ]
  for (const { name, tools, questions } of sets()) {
    const index = toolIndex(tools)
    const asked = questions.filter(({ relevance }) => Object.keys(relevance).length > 0)
    const share = (holds: (query: string) => boolean): number =>
      asked.filter(({ query }) => holds(query)).length / asked.length
    const own = asked.map((one) => recallOf(one, namesOf(index.search(one.query, { limit }))))
    const recallBy = (find: FindPlaces): number =>
      mean(asked.map((one) => recallOf(one, namesOf(find(one.query).flatMap((place) => tools[place] ?? [])))))
    const texts = tools.map(textOf)
    const first = mean(
      asked.map((one) => (one.relevance[index.search(one.query)[0]?.name ?? ''] === undefined ? 0 : 1)),
    )
    const nothing = share((query) => index.search(query).length === 0)
    const confident = share((query) => isSure(index.search(query)))
    const falsely = ['near', 'far', 'short'].map((kind) => {
      const none = unanswered.filter((one) => one.kind === kind)
      return none.filter(({ query }) => isSure(index.search(query))).length / none.length
    })
    table.push([
      name,
      tools.length.toLocaleString('en-US'),
      String(asked.length),
      withInterval(own),
      recallBy(minisearchOf(texts, limit)).toFixed(3),
      recallBy(fts5Of(texts, limit, 'porter')).toFixed(3),
      first.toFixed(3),
      percent(nothing),
      percent(confident),
      falsely.map(percent).join(', '),
    ])
    claims.push(
      { text: `${name}: at most 2 % of questions get nothing`, seen: percent(nothing), holds: nothing <= 0.02 },
      { text: `${name}: at least 60 % get a confident hit`, seen: percent(confident), holds: confident >= 0.6 },
      {
        text: `${name}: at most 10 % of the questions near the tools' words, but answered by none, get a confident hit`,
        seen: percent(falsely[0] as number),
        holds: (falsely[0] as number) <= 0.1,
      },
    )
    const least = goals[name]
    if (least !== undefined) {
      const seen = mean(own)
      claims.push({ text: `${name}: recall@5 of at least ${least}`, seen: seen.toFixed(3), holds: seen >= least })
    }
  }
  return {
    title: 'Which tools are found',
    about:
      'The share of the right tools among the best five, with its 95 % interval; FTS5 and `minisearch` with their defaults get the same texts. "Falsely": questions that no tool answers (200 in ten domains, with words of the tools and without; 60 everyday remarks) with a confident hit. The limits of confidence were chosen with the even positions of MetaTool; the odd ones judge them.',
    table,
    claims,
  }
}

const goals: Readonly<Record<string, number>> = {
  'MetaTool, even positions': 0.64,
  'MetaTool, odd positions': 0.64,
  'BFCL, six APIs': 0.875,
  'own 50 in 1,000': 0.977,
  skills: 0.9,
}

function sets(): readonly ToolSet[] {
  const { tools, questions } = JSON.parse(readFileSync(metatool, 'utf8')) as {
    readonly tools: readonly { readonly name: string; readonly description: string }[]
    readonly questions: readonly { readonly q: string; readonly tool: string }[]
  }
  const plugins = tools.map((tool) => ({ ...tool, inputSchema: { type: 'object' as const } }))
  const half = (rest: number): readonly JudgedQuery[] =>
    questions.filter((_, at) => at % 2 === rest).map(({ q, tool }) => ({ query: q, relevance: { [tool]: 1 } }))
  const own = ownTools as unknown as readonly ToolDefinition[]
  return [
    { name: 'MetaTool, even positions', tools: plugins, questions: half(0) },
    { name: 'MetaTool, odd positions', tools: plugins, questions: half(1) },
    { name: 'families of four', tools: families, questions: familyQuestions },
    { name: 'BFCL, six APIs', tools: bfcl(), questions: bfclQueries as unknown as readonly JudgedQuery[] },
    {
      name: 'own 50 in 1,000',
      tools: [...own, ...distractors(950)],
      questions: ownQueries as unknown as readonly JudgedQuery[],
    },
    { name: 'skills', tools: manySkills(), questions: skillQuestions() },
  ]
}

/** The APIs of the leaderboard whose questions are in the set: one function a line. */
function bfcl(): readonly ToolDefinition[] {
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.json') && !['metatool.json', 'ironclaw.json'].includes(file),
  )
  return files.toSorted().flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => {
        const { name, description, parameters } = JSON.parse(line) as Record<'name' | 'description', string> & {
          readonly parameters: ToolDefinition['inputSchema']
        }
        return { name: `${file.slice(0, -5)}__${name}`, description, inputSchema: parameters }
      }),
  )
}

const textOf = ({ name, description = '', inputSchema }: ToolDefinition): string =>
  `${name.replace(/[_.\-/]+/g, ' ')} ${description} ${JSON.stringify((inputSchema as { properties?: object }).properties ?? {})}`

const namesOf = (tools: readonly { readonly name: string }[]): readonly string[] => tools.map(({ name }) => name)

const isSure = (hits: readonly { readonly confident: boolean }[]): boolean => hits.some(({ confident }) => confident)

function recallOf({ relevance }: JudgedQuery, names: readonly string[]): number {
  return names.filter((name) => (relevance[name] ?? 0) > 0).length / Object.keys(relevance).length
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean, with its 95 % interval by the normal approximation. */
function withInterval(values: readonly number[]): string {
  const middle = mean(values)
  const half = 1.96 * Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / values.length)
  return `${middle.toFixed(3)} (${Math.max(0, middle - half).toFixed(3)} to ${Math.min(1, middle + half).toFixed(3)})`
}

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`
