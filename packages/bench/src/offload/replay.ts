import { createContext, type Message, type UserMessage } from '@lamella/core'
import type { createCounter } from '@lamella/core/plugin'
import { history, message } from '@lamella/layers'
import { contextTools } from '@lamella/layers/tools'
import { offload, readResult, withOffload } from '@lamella/offload'
import { openRun } from '@lamella/runs'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import type { Recording } from '../prefix/conversations.ts'
import { promptLayer, unlessTooLarge } from '../prefix/requests.ts'
import { quotesOf, stringsIn } from './quotes.ts'

const scope = { tenant: 'bench', session: 's', kind: 'private' } as const

/** How results are put aside: above how many tokens, and which requests have the tool that reads them. */
export interface Way {
  readonly limit: number
  readonly offered: 'always' | 'when needed'
  /** Tools whose results stay whole. */
  readonly keep: readonly string[]
}

/** What a replay has found. */
export interface Tally {
  quotes: number
  shown: number
  named: number
  searched: number
  /** Searches of the session that the messages of the request name: the digest says how. */
  told: number
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

/** Plays the conversations of a recording. Without a way, results stay in their messages. */
export async function replay(
  recording: Recording,
  window: number,
  way: Way | undefined,
  tokenizer: Parameters<typeof createCounter>[0],
): Promise<Tally> {
  const tally: Tally = {
    quotes: 0,
    shown: 0,
    named: 0,
    searched: 0,
    told: 0,
    calls: 0,
    callTokens: 0,
    requests: 0,
    tokens: 0,
    unsent: 0,
    cuts: 0,
    stored: 0,
  }
  for (const conversation of recording.conversations)
    await replayOne(recording, conversation, window, way, tokenizer, tally)
  return tally
}

async function replayOne(
  recording: Recording,
  conversation: readonly Message[],
  window: number,
  way: Way | undefined,
  tokenizer: Parameters<typeof createCounter>[0],
  tally: Tally,
): Promise<void> {
  const blobs = createBlobStore()
  const plain = createSessionStore()
  const sessions =
    way === undefined ? plain : withOffload(plain, offload({ blobs, limit: way.limit, tools: keepOf(way.keep) }))
  const reader = readResult({ sessions, blobs, scope })
  const { definitions } = contextTools({ more: [reader] })
  const builder = createContext()
    .use([promptLayer(recording.system), history(), message()])
    .tokenizer(tokenizer)
    .tools(recording.tools)
    .budget({ window, reserve: window / 8 })
  const withReader = builder.tools([...recording.tools, ...definitions])
  let isOffered = way?.offered === 'always'
  let run = await openRun(isOffered ? withReader : builder, { sessions, scope, id: 's' })
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
    if (way !== undefined && !isOffered && (await blobs.list(scope, 's', { limit: 1 })).blobs.length > 0) {
      isOffered = true
      run = await openRun(withReader, { sessions, scope, id: 's' })
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
      else if (isOffered) {
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
        if (!value.includes(line.slice(0, 200))) continue
        tally[isNamed ? 'named' : 'searched']++
        if (!isNamed && request.includes('"handle":"session"')) tally.told++
      }
    }
  }
}

function keepOf(names: readonly string[]): Readonly<Record<string, 'keep'>> {
  return Object.fromEntries(names.map((name) => [name, 'keep']))
}

/** Builds the request of an answer, and returns its texts; `undefined` if it cannot fit. */
async function requestTexts(
  run: Awaited<ReturnType<typeof openRun>>,
  question: UserMessage | undefined,
  tally: Tally,
): Promise<string | undefined> {
  const context = await unlessTooLarge(() => run.next(question ? { message: question, interrupt: true } : {}))
  if (!context) {
    tally.unsent++
    return undefined
  }
  tally.requests++
  tally.tokens += context.report.tokens.total
  if (context.report.run?.cut) tally.cuts++
  return stringsIn(context.messages).join('\n')
}
