import { createCounter } from '@lamella/core/plugin'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { noRecordings } from '../prefix/conversations.ts'
import { countingOnce, remembering } from '../prefix/counting.ts'
import { percent } from '../prefix/percent.ts'
import type { Claim, Section, Skipped } from '../section.ts'
import { aiSdk } from './ai-sdk.ts'
import { type Findings, findingsIn, type Sent } from './findings.ts'
import { langchain } from './langchain.ts'
import { type LoopSet, loopSets } from './loops.ts'
import { openaiAgents } from './openai-agents.ts'
import { type Way, window } from './way.ts'

const number = (value: number): string => Math.round(value).toLocaleString('en-US')

export const about =
  "Recorded tool loops, replayed through each host's loop: three airline customers with four conversations each " +
  "(tau-bench), and the first 120 messages of a coding agent's session. A stand-in for the model answers as " +
  'recorded. The window is 8,000 tokens; Lamella reserves 1,000 of them for the answer, and counts with its ' +
  'default estimates. All requests are counted alike, as the host wrote them, with tools, in tokens of o200k_base; ' +
  "LangChain's model is a stand-in too, so we write its requests as OpenAI Chat, without thinking. Torn: a call " +
  'without its result, or a result without its call. Refused: breaks a rule of its format that the API enforces, ' +
  'or has thinking that belongs to another conversation; requests over the window are not counted again here. ' +
  'Without a question: no user message is left. Repeats: the share of tokens that repeat the start of the previous ' +
  'request. `pruneMessages` and `contextEditingMiddleware` have no budget, and the newest 20 items may have any ' +
  'size. `trimMessages` gets an exact counter and the room calculated by hand; `summarizationMiddleware` gets a ' +
  'summary of one word and keeps 20 messages. Without a store, Lamella cuts each request on its own: less of it ' +
  'repeats, and the newest Claude models refuse thinking that followed what was cut. With a store, a run keeps ' +
  'that thinking valid or leaves it out.'

const columns = [
  'requests',
  'over the window',
  'most tokens over',
  'torn pairs',
  'refused',
  'without a question',
  'repeats the request before',
  'tokens per request',
] as const

/** Replays recorded tool loops through the loop of each host, with Lamella and without. */
export async function adapters(): Promise<Section | Skipped> {
  if (noRecordings !== undefined) return { skipped: noRecordings }
  const claims: Claim[] = []
  const table = await tableOf([...aiSdk, ...openaiAgents, ...langchain], (name, found) => {
    claims.push(claimOf(name, found))
  })
  return { title: 'The loops of other libraries, with Lamella and without', about, table, claims }
}

/** Replays the loops in each way; `own` gets what was found in those of Lamella. */
export async function tableOf(
  ways: readonly Way[],
  own?: (name: string, found: Findings) => void,
): Promise<readonly (readonly string[])[]> {
  const tokenizer = await tiktoken('gpt-4o')
  const count = remembering((text: string) => tokenizer.count(text))
  const table: string[][] = [['', '', '', ...columns]]
  for (const set of loopSets()) {
    let host = ''
    for (const way of ways) {
      const counter = countingOnce(createCounter(tokenizer, way.wire.framing))
      const found = findingsIn(await played(way, set), { wire: way.wire, counter, count, window })
      table.push([host === '' ? set.name : '', host === way.host ? '' : way.host, way.name, ...cellsOf(found)])
      host = way.host
      if (way.own) own?.(`${set.name}, ${way.host}, ${way.name}`, found)
    }
  }
  return table
}

async function played(way: Way, { loops }: LoopSet) {
  const all: { readonly tools: LoopSet['loops'][number]['tools']; readonly sent: readonly Sent[] }[] = []
  for (const loop of loops) all.push({ tools: loop.tools, sent: await way.play(loop) })
  return all
}

function cellsOf({ requests, over, most, torn, refused, unasked, repeated, size }: Findings): readonly string[] {
  return [...[requests, over, most, torn, refused, unasked].map(number), percent(repeated), number(size)]
}

function claimOf(name: string, { over, torn, refused, unasked }: Findings): Claim {
  const seen = `${over}, ${torn}, ${refused}, ${unasked}`
  const text = `${name}: no request is over the window, torn, refused or without a question`
  return { text, seen, holds: over + torn + refused + unasked === 0 }
}
