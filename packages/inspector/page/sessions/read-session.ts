import { createCounter } from '@lamella/core/plugin'
import type { Transcript, TranscriptEntry, TranscriptRequest, Writer } from '@lamella/provider-fs/transcripts'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { simpleFraming } from '@lamella/wire/measure'
import type { BarPart } from '../../src/model/window-bar.ts'

/** What the window of a session holds. Tokens are estimates; the usage of requests is what the provider has counted. */
export interface WindowContent {
  /** By who wrote it, tools by name; the largest first. They add up to `total`. */
  readonly bar: readonly BarPart[]
  readonly total: number
}

/** What people call those who write messages. */
const writers: Readonly<Record<Writer, string>> = {
  person: 'person',
  model: 'model',
  tool: 'tools',
  program: 'program',
  context: 'instructions of the program',
  summary: 'summary',
}

/** As many kinds of content have a name of their own; the others are together. */
const mostKinds = 10

/**
 * Counts what the next request of a session would hold. Where the file has no system prompt or no tools, they are what the provider
 * has counted beside everything else.
 */
export function contentOfWindow({ window, system, tools, requests }: Transcript): WindowContent {
  const count = createCounter(heuristic({ mode: 'careful' }), simpleFraming)
  const sizes = new Map<string, number>()
  const add = (name: string, tokens: number): void => void sizes.set(name, (sizes.get(name) ?? 0) + tokens)
  add(
    'system prompt',
    (system ?? []).reduce((sum, text) => sum + count.text(text), 0),
  )
  add('tool definitions', count.tools(tools ?? []))
  for (const { message, by } of window) {
    if (message.role !== 'tool') add(writers[by], count.message(message))
    else {
      for (const part of message.content) {
        const name = part.type === 'tool-result' ? `results of ${part.toolName}` : writers.tool
        add(name, count.message({ role: 'tool', content: [part] }))
      }
    }
  }
  const sorted = [...sizes].filter(([, tokens]) => tokens > 0).sort(([, a], [, b]) => b - a)
  const others = sorted.slice(mostKinds).reduce((sum, [, tokens]) => sum + tokens, 0)
  const kinds = [...sorted.slice(0, mostKinds), ...(others > 0 ? [['all else', others] as const] : [])]
  const known = kinds.reduce((sum, [, tokens]) => sum + tokens, 0)
  const newest = requests.findLast(({ purpose }) => purpose === 'path')
  const isWhole = newest === undefined || (system !== undefined && tools !== undefined)
  const total = isWhole ? known : Math.max(known, sizeOfRequest(newest))
  const part = (kind: BarPart['kind'], name: string, tokens: number): BarPart => {
    return { kind, name, tokens, share: tokens / total }
  }
  const rest = total > known ? [part('reserve', 'not in the file', total - known)] : []
  return { total, bar: [...rest, ...kinds.map(([name, tokens]) => part('layer', name, tokens))] }
}

/** Returns the tokens that a request had in its window, as the provider counted them. */
export function sizeOfRequest({ usage: { input, cacheRead, cacheWrite = 0 } }: TranscriptRequest): number {
  return input + cacheRead + cacheWrite
}

/** What the requests of a session used together. */
export interface SessionUse {
  readonly requests: number
  readonly input: number
  readonly output: number
  /** The share of the input that a prompt cache had, 0 to 1. */
  readonly cached: number
  /** In US dollars; `undefined` if it is not known of one of them. */
  readonly cost: number | undefined
}

/** Adds up what requests used. @param costOf What one costs, in US dollars. */
export function usedBy(
  requests: readonly TranscriptRequest[],
  costOf: (request: TranscriptRequest) => number | undefined,
): SessionUse {
  let [input, output, cached] = [0, 0, 0]
  let cost: number | undefined = 0
  for (const request of requests) {
    const size = sizeOfRequest(request)
    input += size
    output += request.usage.output
    cached += request.usage.cacheRead
    const own = costOf(request)
    cost = own === undefined || cost === undefined ? undefined : cost + own
  }
  return { requests: requests.length, input, output, cached: input > 0 ? cached / input : 0, cost }
}

/** Returns the entries that the window no longer has. */
export function goneFrom({ path, window }: Transcript): ReadonlySet<TranscriptEntry> {
  const keys = new Set(window.map(({ lines }) => lines.join()))
  return new Set(path.filter(({ lines }) => !keys.has(lines.join())))
}
