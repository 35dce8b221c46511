import type { Message } from '@lamella/core'
import type { UnknownRecord } from '../guards.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Mends } from './mends.ts'
import type { FinishReason, StreamDelta, TornPart } from './response.ts'
import type { Usage } from './usage.ts'

/** What a format reads from a whole response. */
export interface ReadResponse {
  readonly messages: Message[]
  readonly finishReason: FinishReason
  readonly rawFinishReason: string | undefined
  readonly usage: Usage | undefined
  /** Calls that cannot be read, such as one without a name. */
  readonly torn?: readonly TornPart[]
  readonly diagnosis?: Diagnosis
  /** The provider's error inside of an answer. */
  readonly error?: unknown
}

/** Puts the events of one stream together as the body of the whole response. */
export interface Accumulator {
  /**
   * Applies one event, and passes on its deltas. Returns the event's type if it is unknown, and `undefined` otherwise. Never
   * changes the event.
   *
   * @throws LamellaError `WIRE_RESPONSE` for the provider's error, and for an event that is not usable. That one is left out.
   */
  add(event: UnknownRecord, emit: (delta: StreamDelta) => void): string | undefined
  /** `complete`: the response may end here. `done`: nothing follows. */
  state(): 'empty' | 'open' | 'complete' | 'done'
  /** Returns the body of the whole response. */
  body(): UnknownRecord
  /** Returns the body as far as its parts are finished, and the parts that are not. */
  kept(): { readonly body: UnknownRecord; readonly torn: readonly TornPart[] }
}

/** How a format decodes responses, whole and streamed. */
export interface ResponseFormat {
  /** The name in errors, such as `OpenAI Chat`. */
  readonly title: string
  /** Whether a response can have several answers. */
  readonly hasChoices: boolean
  /**
   * Decodes the body of a whole response; `choice` is the position of the answer, if there can be several. It takes what is
   * usable, and adds a row to `mends` for what it mended.
   */
  read(body: UnknownRecord, choice: number, mends: Mends): ReadResponse
  begin(choice: number, mends: Mends): Accumulator
}

/** Numbers the parts of a response in the order of their first pieces. */
export function partNumbers(): (part: unknown) => number {
  const numbers = new Map<unknown, number>()
  return (part) => {
    const known = numbers.get(part) ?? numbers.size
    numbers.set(part, known)
    return known
  }
}
