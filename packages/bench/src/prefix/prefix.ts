import type { Message } from '@lamella/core'
import { type Counter, createCounter } from '@lamella/core/plugin'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import type { Section, Skipped } from '../section.ts'
import { callsOf } from './calls.ts'
import { noRecordings, type Recording, recordings } from './conversations.ts'
import { formats } from './formats.ts'
import { lamella } from './ours.ts'
import { langchain, pruned, sliding } from './peers.ts'
import { type Played, play } from './play.ts'
import { run } from './runs.ts'
import type { Strategy } from './strategies.ts'

const own = 'Lamella, a run'
const arranged = "Lamella, `arrange: 'cache'`"
const slides = 'sliding window'
const about =
  'Recorded conversations, replayed with a request for each answer: 100 of an airline with its customers (tau-bench), and one ' +
  'long session of a coding agent. Windows are in tokens, with an eighth reserved for the answer. The time and three notes ' +
  'change every turn (the changing text); they are in the system prompt or, if the row says so, after the history; a run tells what has changed after each question. The first columns are the share of ' +
  "a request's tokens that repeat the start of the previous request in the same conversation: JSON text in the order tools, system prompt, " +
  'messages, in tokens of o200k_base, without the first requests of conversations. The block sizes and minimum sizes of real caches are ' +
  'ignored. The other columns are means over the formats: the share for the messages alone; the share for requests whose conversation does ' +
  'not fit the window; the share with first requests counted as new; how full the window is if the conversation does not fit; ' +
  'requests with nothing left to send, which are in no share; and the tokens paid per request if a repeated token ' +
  'costs a tenth. `pruneMessages` removes all calls and results but the newest, so it sends least.'
/** What a run must repeat in OpenAI Chat, and the most tokens that it may pay for a request, by window. */
const targets: Readonly<Record<number, { readonly repeats: number; readonly paid: number }>> = {
  5000: { repeats: 0.9, paid: 780 },
  6000: { repeats: 0.91, paid: 790 },
  16000: { repeats: 0.945, paid: 2_100 },
  64000: { repeats: 0.98, paid: 6_300 },
}
/** The price of a cached prompt token, relative to a new one. */
const cachedPrice = 0.1

const strategies: Readonly<Record<string, Strategy>> = {
  [slides]: sliding('in the system prompt'),
  '`pruneMessages` of `ai`, sliding': pruned('in the system prompt'),
  '`trimMessages` of `@langchain/core`': langchain('in the system prompt'),
  "Lamella, `arrange: 'classic'`": lamella('classic'),
  [`${slides}, changing text last`]: sliding('last'),
  '`pruneMessages`, sliding, changing text last': pruned('last'),
  '`trimMessages` of `@langchain/core`, changing text last': langchain('last'),
  [arranged]: lamella('cache'),
  [own]: run,
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
  const table: string[][] = [['', '', ...formats.map(({ name }) => name), ...columns]]
  const claims: Section['claims'][number][] = []
  for (const recording of recordings()) {
    const conversations = recording.conversations.map(callsOf)
    for (const window of recording.windows) {
      const played = new Map<string, readonly Played[]>()
      for (const [name, strategy] of Object.entries(strategies)) {
        const results: Played[] = []
        for (const [index, format] of formats.entries()) {
          const task = { recording, window, reserve: Math.floor(window / 8), counter: counters[index] as Counter }
          results.push(await play(strategy, conversations, task, format, count))
        }
        played.set(name, results)
        table.push([name === slides ? headingOf(recording, window) : '', name, ...cellsOf(results)])
      }
      claims.push(claimOf(headingOf(recording, window), window, played))
    }
  }
  return { title: 'Prompt cache reuse', about, table, claims }
}

const columns = [
  'of messages',
  'of truncated requests',
  'with first requests',
  'window used',
  'nothing to send',
  'paid',
] as const

function headingOf({ name }: Recording, window: number): string {
  return `${name}, ${window.toLocaleString('en-US')}`
}

function cellsOf(results: readonly Played[]): readonly string[] {
  const mean = (of: (played: Played) => number): number => {
    return results.reduce((sum, played) => sum + of(played), 0) / results.length
  }
  return [
    ...results.map(({ all }) => percent(all.repeated / all.later)),
    percent(mean(({ all }) => all.repeatedMessages / all.laterMessages)),
    percent(mean(({ truncated }) => truncated.repeated / truncated.later)),
    percent(mean(({ all }) => all.repeated / all.all)),
    percent(mean(({ filled }) => filled)),
    String(Math.max(...results.map(({ unsent }) => unsent))),
    Math.round(mean(({ all, sent }) => (all.all - (1 - cachedPrice) * all.repeated) / sent)).toLocaleString('en-US'),
  ]
}

function claimOf(
  heading: string,
  window: number,
  played: ReadonlyMap<string, readonly Played[]>,
): Section['claims'][number] {
  const worst = (name: string): number => {
    return Math.min(...(played.get(name) ?? []).map(({ all }) => all.repeated / all.later))
  }
  const { repeats, paid } = targets[window] ?? { repeats: 1, paid: 0 }
  const [chat] = played.get(own) ?? []
  const share = chat ? chat.all.repeated / chat.all.later : 0
  const pays = chat ? (chat.all.all - (1 - cachedPrice) * chat.all.repeated) / chat.sent : Number.POSITIVE_INFINITY
  const truncated = chat ? `${chat.truncatedCalls} of ${chat.sent} requests truncated` : ''
  const seen =
    `${percent(share)} and ${Math.round(pays)}; at least ${percent(worst(own))} in each format, ` +
    `${percent(worst(arranged))} by order alone, ${percent(worst(slides))} with a ${slides}; ${truncated}`
  const text = `${heading}: a run repeats at least ${percent(repeats)} in OpenAI Chat, and pays for at most ${paid} tokens`
  return { text, seen, holds: share >= repeats && pays <= paid }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** Caches counts, since most texts and messages occur again in every request. */
function remembering<Value extends object | string>(count: (value: Value) => number): (value: Value) => number {
  const known = new Map<Value, number>()
  return (value) => {
    const before = known.get(value)
    if (before !== undefined) return before
    const tokens = count(value)
    known.set(value, tokens)
    return tokens
  }
}

function countingOnce(counter: Counter): Counter {
  return { ...counter, message: remembering((message: Message) => counter.message(message)) }
}
