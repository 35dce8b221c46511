import { isLamellaError } from '@lamella/core'
import type { Call } from './calls.ts'
import type { Encodable, Format, RequestTexts } from './formats.ts'
import { fillOf, fitsWhole, type Strategy, type Task } from './strategies.ts'
import { createMeter, type Tally } from './tally.ts'

/** The results of one strategy for all calls of a recording. */
export interface Played {
  readonly all: Tally
  /** Only the calls whose conversation does not fit the window. */
  readonly truncated: Tally
  readonly truncatedCalls: number
  /** The average share of the window that these used: 0 to 1. */
  readonly filled: number
  readonly sent: number
  /** Calls for which nothing was left to send. */
  readonly unsent: number
}

/** What a replay measures with. */
interface Meters {
  readonly count: (text: string) => number
  /** Receives each call with its request, or `undefined` if nothing is left to send. */
  readonly watch?: (call: Call, request: RequestTexts | undefined) => void
}

/** Returns the tokens paid per request. @param cachedPrice The price of a repeated token, relative to a new one. */
export function paidOf({ all, sent }: Played, cachedPrice = 0.1): number {
  return (all.all - (1 - cachedPrice) * all.repeated) / sent
}

/** Replays conversations with one strategy for fitting the window. */
export async function play(
  strategy: Strategy,
  conversations: readonly (readonly Call[])[],
  task: Task,
  format: Format,
  { count, watch }: Meters,
): Promise<Played> {
  const all = createMeter(count)
  const truncated = createMeter(count)
  let [sent, unsent, truncatedCalls, filled] = [0, 0, 0, 0]
  for (const calls of conversations) {
    all.restart()
    truncated.restart()
    const make = strategy(task)
    for (const call of calls) {
      const request = await make(call)
      const texts = request && textsOf(format, request)
      watch?.(call, texts)
      if (!texts) {
        unsent++
        continue
      }
      all.add(texts)
      sent++
      if (fitsWhole(task, call)) continue
      truncated.add(texts)
      truncatedCalls++
      filled += fillOf(task, request)
    }
  }
  return { all: all.tally, truncated: truncated.tally, truncatedCalls, filled: filled / truncatedCalls, sent, unsent }
}

/** Returns `undefined` if the strategy kept only results without their calls. */
function textsOf(format: Format, request: Encodable): RequestTexts | undefined {
  try {
    return format.texts(request)
  } catch (error) {
    if (isLamellaError(error, 'WIRE_UNENCODABLE')) return undefined
    throw error
  }
}
