import { createContext, defineLayer, isLamellaError, type Message, openRun, type UserMessage } from '@lamella/core'
import { createBlobStore, createSessionStore } from '@lamella/core/memory'
import type { createCounter } from '@lamella/core/plugin'
import { history, message } from '@lamella/layers'
import { contextTools } from '@lamella/layers/tools'
import { offload, readResult, withOffload } from '@lamella/offload'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { headingOf, noRecordings, type Recording, recordings } from '../prefix/conversations.ts'
import { remembering } from '../prefix/counting.ts'
import { percent } from '../prefix/percent.ts'
import type { Claim, Section, Skipped } from '../section.ts'
import { quotesOf, stringsIn } from './quotes.ts'

const windows = [16_000, 64_000] as const
const scope = { tenant: 'bench', session: 's', kind: 'private' } as const

interface Tally {
  quotes: number
  shown: number
  named: number
  searched: number
  /** Calls that were made for what is not in the request, and the tokens of their answers. */
  calls: number
  callTokens: number
  requests: number
  tokens: number
  unsent: number
  cuts: number
  /** Tokens of all messages of the sessions. */
  stored: number
}

/**
 * Replays recorded conversations with large results put aside and without, and looks for each line of a result that an answer
 * quotes: in its request, or by one call of `read_result`.
 */
export async function offloading(): Promise<Section | Skipped> {
  if (noRecordings !== undefined) return { skipped: noRecordings }
  const tokenizer = await tiktoken('gpt-4o')
  const counted = { ...tokenizer, count: remembering((text: string) => tokenizer.count(text)) }
  const columns = ['quoted lines', 'in the request', 'or by a handle in it', 'or by one search', 'tokens of an answer']
  const table: string[][] = [
    ['', '', ...columns, 'tokens of a request', 'saved', 'cuts', 'tokens of the sessions', 'saved'],
  ]
  const claims: Claim[] = []
  for (const recording of recordings()) {
    for (const window of windows) {
      const without = await replay(recording, window, undefined, counted)
      const limits = [window / 16, window / 4]
      table.push(row(headingOf(recording, window), 'whole results', without, without))
      for (const limit of limits) {
        const tally = await replay(recording, window, limit, counted)
        table.push(row('', `put aside above ${limit.toLocaleString('en-US')}`, tally, without))
        const reached = (tally.shown + tally.named + tally.searched) / tally.quotes
        claims.push({
          text: `${headingOf(recording, window)}: one call finds every quoted line that the request lacks, above ${limit}`,
          seen: percent(reached),
          holds: reached === 1,
        })
      }
    }
  }
  return {
    title: 'Large results put aside',
    about:
      'Recorded conversations with an `openRun` request for each answer, as in [large results](large-results.md). Quoted lines: ' +
      'lines of 20 characters or more of a result, or values of a result of JSON, that the answer repeats. Each that is not in ' +
      'the request is asked for with one call of `read_result` and a pattern: by the handle that the request has for its message, ' +
      'or else by `session`. Tokens of an answer: of such a call, on average.',
    table,
    claims,
  }
}

function row(place: string, name: string, tally: Tally, without: Tally): readonly string[] & string[] {
  const { quotes, shown, named, searched, calls, callTokens, requests, tokens, unsent } = tally
  const share = (count: number): string => percent(count / quotes)
  const mean = tokens / requests
  return [
    place,
    `${name}${unsent > 0 ? ` (${unsent} do not fit)` : ''}`,
    String(quotes),
    share(shown),
    calls === 0 ? '' : share(shown + named),
    calls === 0 ? '' : share(shown + named + searched),
    calls === 0 ? '' : String(Math.round(callTokens / calls)),
    Math.round(mean).toLocaleString('en-US'),
    tally === without ? '' : percent(1 - mean / (without.tokens / without.requests)),
    String(tally.cuts),
    tally.stored.toLocaleString('en-US'),
    tally === without ? '' : percent(1 - tally.stored / without.stored),
  ]
}

async function replay(
  recording: Recording,
  window: number,
  limit: number | undefined,
  tokenizer: Parameters<typeof createCounter>[0],
): Promise<Tally> {
  const tally: Tally = {
    quotes: 0,
    shown: 0,
    named: 0,
    searched: 0,
    calls: 0,
    callTokens: 0,
    requests: 0,
    tokens: 0,
    unsent: 0,
    cuts: 0,
    stored: 0,
  }
  for (const conversation of recording.conversations)
    await replayOne(recording, conversation, window, limit, tokenizer, tally)
  return tally
}

async function replayOne(
  recording: Recording,
  conversation: readonly Message[],
  window: number,
  limit: number | undefined,
  tokenizer: Parameters<typeof createCounter>[0],
  tally: Tally,
): Promise<void> {
  const blobs = createBlobStore()
  const plain = createSessionStore()
  const sessions = limit === undefined ? plain : withOffload(plain, offload({ blobs, limit }))
  const reader = readResult({ sessions, blobs, scope })
  const { definitions } = contextTools({ more: limit === undefined ? [] : [reader] })
  const prompt = defineLayer('prompt', {
    order: 100,
    priority: 1_000,
    stability: 'static',
    load: () => [{ id: 'prompt', content: recording.system, pinned: true }],
  })
  const builder = createContext()
    .use([prompt, history(), message()])
    .tokenizer(tokenizer)
    .tools([...recording.tools, ...definitions])
    .budget({ window, reserve: window / 8 })
  const run = await openRun(builder, { sessions, scope, id: 's' })
  const quotes = quotesOf(conversation)
  let question: UserMessage | undefined
  for (const [position, one] of conversation.entries()) {
    if (one.role === 'user') {
      if (question) await sessions.append(scope, 's', [question])
      question = one
      continue
    }
    if (one.role !== 'assistant') {
      await sessions.append(scope, 's', [one])
      continue
    }
    const texts = await requestTexts(run, question, tally)
    if (texts !== undefined) {
      await look(texts, quotes[position] ?? [])
      await run.append(one)
    } else await sessions.append(scope, 's', question ? [question, one] : [one])
    question = undefined
  }

  for (const { message: one } of await sessions.read(scope, 's', 0, conversation.length)) {
    tally.stored += tokenizer.count(stringsIn(one).join('\n'))
  }

  async function look(request: string, wanted: readonly { readonly line: string; readonly position: number }[]) {
    for (const { line, position } of wanted) {
      tally.quotes++
      if (request.includes(line)) tally.shown++
      else if (limit !== undefined) {
        const [stored] = await sessions.read(scope, 's', position, position + 1)
        const own = stringsIn(stored?.message)
          .join('\n')
          .match(/blob:[a-z2-7]{26}/)?.[0]
        const isNamed =
          (own !== undefined && request.includes(own)) ||
          [`"m${position}"`, `"m${position}.`, `\n#${position} `].some((name) => request.includes(name))
        const pattern = line.slice(0, 200).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
        const { value } = await reader.execute({ handle: isNamed ? `m${position}` : 'session', pattern })
        tally.calls++
        tally.callTokens += tokenizer.count(value)
        if (value.includes(line.slice(0, 200))) tally[isNamed ? 'named' : 'searched']++
      }
    }
  }
}

/** Builds the request of an answer, and returns its texts; `undefined` if it cannot fit. */
async function requestTexts(
  run: Awaited<ReturnType<typeof openRun>>,
  question: UserMessage | undefined,
  tally: Tally,
): Promise<string | undefined> {
  try {
    const context = await run.next(question ? { message: question, interrupt: true } : {})
    tally.requests++
    tally.tokens += context.report.tokens.total
    if (context.report.run?.cut) tally.cuts++
    return stringsIn(context.messages).join('\n')
  } catch (error) {
    if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
    tally.unsent++
    return undefined
  }
}
