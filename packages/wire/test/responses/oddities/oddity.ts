import type { Emitted, Random } from '../emit/emitter.ts'

// What compatible servers do to a stream. Each oddity leaves everything that an attentive reader needs to read it.

export type Fields = { [name: string]: unknown }
export interface Oddity {
  readonly name: string
  /** Two oddities that share one of these leave nothing to read by. */
  readonly needs?: readonly string[]
  /** Changes the events in place or returns others. */
  readonly apply: (events: Emitted[], random: Random) => Emitted[] | undefined
}

export type Edit = (data: Fields, random: Random) => void

/** An oddity that changes each event. */
export const each: (name: string, edit: Edit, needs?: readonly string[]) => Oddity = (
  name: string,
  edit: Edit,
  needs: readonly string[] = [],
): Oddity => ({
  name,
  needs,
  apply: (events, random) => {
    for (const { data } of events) if (typeof data !== 'string') edit(data as Fields, random)
    return undefined
  },
})

/** An oddity that leaves events out. */
export const without: (name: string, isOut: (data: Fields) => boolean, needs?: readonly string[]) => Oddity = (
  name: string,
  isOut: (data: Fields) => boolean,
  needs: readonly string[] = [],
): Oddity => ({
  name,
  needs,
  apply: (events) => events.filter(({ data }) => typeof data === 'string' || !isOut(data as Fields)),
})

/** Oddities of any format. */
export const common: readonly Oddity[] = [
  {
    name: 'an event that is not JSON',
    apply: (events, random) => events.toSpliced(random(events.length), 0, { data: ': keep-alive' as '[DONE]' }),
  },
  each('an empty error in each event', (data) => {
    data['error'] = {}
  }),
]

export const records: (value: unknown) => Fields[] = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : []).filter((one) => typeof one === 'object' && one !== null)

/** Changes each record. */
export function all(list: readonly Fields[], edit: (one: Fields) => unknown): void {
  for (const one of list) edit(one)
}

export const kind: (data: Fields) => unknown = (data) => data['type']
