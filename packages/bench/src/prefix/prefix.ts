import { type Counter, createCounter } from '@lamella/core/plugin'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import type { Claim, Section, Skipped } from '../section.ts'
import { callsOf } from './calls.ts'
import { compared, own, slides } from './compared.ts'
import { headingOf, noRecordings, recordings } from './conversations.ts'
import { countingOnce, remembering } from './counting.ts'
import { formats } from './formats.ts'
import { neededAbout, neededCells, neededColumns } from './needed/cells.ts'
import { createNeededMeter } from './needed/needed-meter.ts'
import { needsOf } from './needed/needed-values.ts'
import { neededClaim } from './needed/targets.ts'
import { percent } from './percent.ts'
import { type Played, paidOf, play } from './play.ts'

const about =
  'Recorded conversations, replayed with a request for each answer: 100 of an airline with its customers ' +
  '(tau-bench), and one long session of a coding agent. An eighth of the window is reserved for the answer. A ' +
  'changing text, the time and three notes, is different every turn; it is in the system prompt or, where the row ' +
  "says so, after the history. A run tells what has changed after each question. Repeats: the share of a request's " +
  'tokens that repeat the start of the previous request (JSON in the order tools, system prompt, messages, in ' +
  'tokens of o200k_base, without the first request of a conversation). Block and minimum sizes of real caches are ' +
  'ignored. The next columns are means over the formats: the share for requests whose conversation does not fit ' +
  'the window; how full the window is then; requests with nothing left to send, which are in no share; and the ' +
  'tokens paid for a request if a repeated token costs a tenth, or, as with the newest models, a twentieth or a ' +
  "fortieth. GPT-6.2 is OpenAI Responses with the owner's text as its first item. `pruneMessages` removes all calls " +
  'and results but the newest, so it sends least. ' +
  neededAbout

/** What a run must repeat in OpenAI Chat, and the most tokens that it may pay for a request, by window. */
const targets: Readonly<Record<number, { readonly repeats: number; readonly paid: number }>> = {
  5000: { repeats: 0.89, paid: 780 },
  6000: { repeats: 0.905, paid: 790 },
  16000: { repeats: 0.945, paid: 2_100 },
  64000: { repeats: 0.98, paid: 6_300 },
}

/**
 * Measures how much of each request a provider's prompt cache already has. Without the recordings there is nothing to
 * measure, and the section is omitted from the page.
 */
export async function prefix(): Promise<Section | Skipped> {
  if (noRecordings !== undefined) return { skipped: noRecordings }
  const tokenizer = await tiktoken('gpt-4o')
  const count = remembering((text: string) => tokenizer.count(text))
  const counters = formats.map(({ framing }) => countingOnce(createCounter(tokenizer, framing)))
  const table: string[][] = [['', '', ...columns, ...neededColumns]]
  const claims: Claim[] = []
  const neededClaims: Claim[] = []
  for (const recording of recordings()) {
    const conversations = recording.conversations.map(callsOf)
    const needs = needsOf(recording.conversations, conversations)
    for (const window of recording.windows) {
      const heading = headingOf(recording, window)
      const played = new Map<string, readonly Played[]>()
      for (const [name, strategy] of Object.entries(compared)) {
        const results: Played[] = []
        const meter = createNeededMeter(needs)
        for (const [index, format] of formats.entries()) {
          const task = { recording, window, reserve: Math.floor(window / 8), counter: counters[index] as Counter }
          const watch = index === 0 ? { watch: meter.add } : {}
          results.push(await play(strategy, conversations, task, format, { count, ...watch }))
        }
        played.set(name, results)
        table.push([name === slides ? heading : '', name, ...cellsOf(results), ...neededCells(meter.needed)])
        if (name === own) neededClaims.push(neededClaim(heading, window, meter.needed, results[0] as Played))
      }
      claims.push(claimOf(heading, window, played))
    }
  }
  return { title: 'Prompt cache reuse', about, table, claims: [...claims, ...neededClaims] }
}

const columns = [
  'repeats, OpenAI Chat',
  'GPT-6.2',
  'in the worst format',
  'of truncated requests',
  'window used',
  'nothing to send',
  'paid',
  'paid at 0.05',
  'paid at 0.025',
] as const

/** What a repeated token costs, relative to a new one: of most models, of the newest of each vendor, and of Claude Fable 5.1 and 5.2. */
const cachedPrices = [0.1, 0.05, 0.025] as const

function cellsOf(results: readonly Played[]): readonly string[] {
  const mean = (of: (played: Played) => number): number => {
    return results.reduce((sum, played) => sum + of(played), 0) / results.length
  }
  const shares = results.map(({ all }) => all.repeated / all.later)
  return [
    percent(shares[0] as number),
    percent(shares[formats.findIndex(({ name }) => name === 'GPT-6.2')] as number),
    percent(Math.min(...shares)),
    percent(mean(({ truncated }) => truncated.repeated / truncated.later)),
    percent(mean(({ filled }) => filled)),
    String(Math.max(...results.map(({ unsent }) => unsent))),
    ...cachedPrices.map((price) => Math.round(mean((played) => paidOf(played, price))).toLocaleString('en-US')),
  ]
}

function claimOf(heading: string, window: number, played: ReadonlyMap<string, readonly Played[]>): Claim {
  const { repeats, paid } = targets[window] ?? { repeats: 1, paid: 0 }
  const [chat] = played.get(own) ?? []
  const share = chat ? chat.all.repeated / chat.all.later : 0
  const pays = chat ? paidOf(chat) : Number.POSITIVE_INFINITY
  const truncated = chat ? `; ${chat.truncatedCalls} of ${chat.sent} requests truncated` : ''
  const seen = `${percent(share)} and ${Math.round(pays)}${truncated}`
  const text = `${heading}: a run repeats at least ${percent(repeats)} in OpenAI Chat, and pays for at most ${paid} tokens`
  return { text, seen, holds: share >= repeats && pays <= paid }
}
