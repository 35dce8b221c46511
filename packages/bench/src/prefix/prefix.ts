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
import type { Way } from './ways.ts'

const own = "Lamella, `arrange: 'cache'`"
const slides = 'sliding window'
const about =
  'Recorded conversations played again, a request for each answer: 100 of an airline with its customers (tau-bench), and one ' +
  'long session of a coding agent; windows in tokens, an eighth of them kept for the answer. At every turn the time and three notes are ' +
  'other ones (the changing text), which stand in the system prompt or, where it says so, behind the history. The share of the tokens of ' +
  'a request that repeat the start of the one before it in that conversation: JSON text in the order tools, system prompt, ' +
  'messages, tokens of o200k_base, first requests of conversations left out. The blocks and least sizes of real caches are not ' +
  'looked at. Then, as means of the formats: the share of the messages alone; the share of the requests whose conversation does ' +
  'not fit the window; the share with first requests counted as new; how full the window is where the conversation does not fit; ' +
  'requests of which nothing was left to send, which are in no share; and tokens that a request is paid for when one that repeats ' +
  'costs a tenth. `pruneMessages` removes all calls and results but the newest, so it sends least.'
const least = 0.85
/** What a token of a prompt costs that the provider had in its cache. */
const cachedPrice = 0.1

const ways: Readonly<Record<string, Way>> = {
  [slides]: sliding('in the system prompt'),
  '`pruneMessages` of `ai`, sliding': pruned('in the system prompt'),
  '`trimMessages` of `@langchain/core`': langchain('in the system prompt'),
  "Lamella, `arrange: 'classic'`": lamella('classic'),
  [`${slides}, changing text last`]: sliding('last'),
  '`pruneMessages`, sliding, changing text last': pruned('last'),
  '`trimMessages` of `@langchain/core`, changing text last': langchain('last'),
  [own]: lamella('cache'),
}

/**
 * How much of each request a provider's prompt cache has seen before. Without the recordings there is nothing to tell, and the
 * section is left out of the page.
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
      for (const [name, way] of Object.entries(ways)) {
        const results: Played[] = []
        for (const [index, format] of formats.entries()) {
          const task = { recording, window, reserve: Math.floor(window / 8), counter: counters[index] as Counter }
          results.push(await play(way, conversations, task, format, count))
        }
        played.set(name, results)
        table.push([name === slides ? headingOf(recording, window) : '', name, ...cellsOf(results)])
      }
      claims.push(claimOf(headingOf(recording, window), played))
    }
  }
  return { title: 'What a prompt cache has seen before', about, table, claims }
}

const columns = [
  'of messages',
  'of truncated requests',
  'first requests too',
  'of the window',
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

function claimOf(heading: string, played: ReadonlyMap<string, readonly Played[]>): Section['claims'][number] {
  const worst = (name: string): number => {
    return Math.min(...(played.get(name) ?? []).map(({ all }) => all.repeated / all.later))
  }
  const [first] = played.get(own) ?? []
  const truncated = first ? `${first.truncatedCalls} of ${first.sent} requests truncated` : ''
  const seen = `${percent(worst(own))}, and ${percent(worst(slides))} with a ${slides}; ${truncated}`
  return { text: `${heading}: at least ${percent(least)} in each format`, seen, holds: worst(own) >= least }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** Most texts and messages come again with every request. */
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
