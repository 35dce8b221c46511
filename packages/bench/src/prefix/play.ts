import { isLamellaError } from '@lamella/core'
import type { Call } from './calls.ts'
import type { Encodable, Format, RequestTexts } from './formats.ts'
import { createMeter, type Tally } from './tally.ts'
import { fillOf, fitsWhole, type Task, type Way } from './ways.ts'

/** What a way made of all calls of a recording. */
export interface Played {
  readonly all: Tally
  /** Of the calls whose conversation does not fit the window whole, and those alone. */
  readonly truncated: Tally
  readonly truncatedCalls: number
  /** How much of the window these took, on the average: 0 to 1. */
  readonly filled: number
  readonly sent: number
  /** Calls of which nothing was left that could be sent. */
  readonly unsent: number
}

/** Plays conversations with one way of keeping to the window. */
export async function play(
  way: Way,
  conversations: readonly (readonly Call[])[],
  task: Task,
  format: Format,
  count: (text: string) => number,
): Promise<Played> {
  const all = createMeter(count)
  const truncated = createMeter(count)
  let [sent, unsent, truncatedCalls, filled] = [0, 0, 0, 0]
  for (const calls of conversations) {
    all.restart()
    truncated.restart()
    const make = way(task)
    for (const call of calls) {
      const request = await make(call)
      const texts = request && textsOf(format, request)
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

/** `undefined` where a way left nothing but results without their calls. */
function textsOf(format: Format, request: Encodable): RequestTexts | undefined {
  try {
    return format.texts(request)
  } catch (error) {
    if (isLamellaError(error, 'WIRE_UNENCODABLE')) return undefined
    throw error
  }
}
