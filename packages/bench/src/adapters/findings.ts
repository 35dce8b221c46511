import type { Message, ToolDefinition } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'
import { validate } from '@lamella/wire/validate'
import { createMeter } from '../prefix/tally.ts'
import type { Wire } from './wires.ts'

/** A request as the provider got it. */
export interface Sent {
  readonly body: object
  /** Whether the stand-in for the provider refused its thinking. */
  readonly refused: boolean
}

/** What was found in the requests of some loops. */
export interface Findings {
  readonly requests: number
  /** Requests over the window, and the most tokens that one is over it. */
  readonly over: number
  readonly most: number
  /** Requests with a call without its result, or a result without its call. */
  readonly torn: number
  /** Requests that break a rule of their format which the API enforces, or whose thinking is not valid. */
  readonly refused: number
  /** Requests without a user message. */
  readonly unasked: number
  /** The share of the input that repeats the request before: 0 to 1. */
  readonly repeated: number
  /** The average tokens of a request. */
  readonly size: number
}

/** What all requests are measured with. */
export interface Measure {
  readonly wire: Wire
  readonly counter: Counter
  readonly count: (text: string) => number
  readonly window: number
}

/** Checks the requests of loops: for each loop, its tools and its requests in order. */
export function findingsIn(
  loops: readonly { readonly tools: readonly ToolDefinition[]; readonly sent: readonly Sent[] }[],
  { wire, counter, count, window }: Measure,
): Findings {
  const meter = createMeter(count)
  let [requests, over, most, torn, refused, unasked, tokens] = [0, 0, 0, 0, 0, 0, 0]
  for (const { tools, sent } of loops) {
    meter.restart()
    const toolTokens = counter.tools(tools)
    for (const { body, refused: isRefused } of sent) {
      const { messages, items } = wire.read(body)
      const size = messages.reduce(
        (sum, message) => sum + counter.message(message),
        counter.framing.request + toolTokens,
      )
      requests++
      tokens += size
      if (size > window) over++
      most = Math.max(most, size - window)
      if (isTorn(messages)) torn++
      if (isRefused || validate(wire.name, body).some(({ level }) => level === 'error')) refused++
      if (!messages.some(({ role }) => role === 'user')) unasked++
      meter.add({ head: [JSON.stringify(tools)], messages: items.map((item) => JSON.stringify(item)) })
    }
  }
  const { repeated, later } = meter.tally
  return { requests, over, most, torn, refused, unasked, repeated: repeated / later, size: tokens / requests }
}

function isTorn(messages: readonly Message[]): boolean {
  const open = new Set<string>()
  for (const { content } of messages) {
    if (typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-call' && !part.providerExecuted) open.add(part.toolCallId)
      if (part.type === 'tool-result' && !open.delete(part.toolCallId)) return true
    }
  }
  return open.size > 0
}
