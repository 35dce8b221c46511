import type { MendCode } from '@lamella/wire/openai-chat'
import type { Emitted, Random } from '../emit/emitter.ts'

// What compatible servers do to a stream. Each oddity leaves everything that an attentive reader needs to read it.

export type Fields = { [name: string]: unknown }
export interface Oddity {
  readonly name: string
  /** Two oddities that share one of these leave nothing to read by. */
  readonly needs?: readonly string[]
  /** The code of what a reader mends of it in each answer with calls. */
  readonly tells?: MendCode
  /** Whether others no longer know the events after it. */
  readonly isLast?: boolean
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

/** An oddity that sends events again. */
export const twice: (name: string, isTwice: (data: Fields) => boolean) => Oddity = (name, isTwice) => ({
  name,
  apply: (events) =>
    events.flatMap((event) =>
      typeof event.data !== 'string' && isTwice(event.data as Fields) ? [event, structuredClone(event)] : [event],
    ),
})

/** What a call was given: no fields of the format are in it. */
const given = ['arguments', 'args', 'input', 'error']

/** Adds `null` where objects at the same place have a field: servers write out fields that their types have. */
function withNulls(events: Emitted[]): void {
  const known = new Map<string, Set<string>>()
  const visit = (value: unknown, path: string, see: (one: Fields, path: string) => void): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, `${path}[]`, see)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) if (!given.includes(key)) visit(one, `${path}.${key}`, see)
      see(value as Fields, path)
    }
  }
  const all = events.map(({ data }) => data)
  visit(all, '', (one, path) => {
    const names = known.get(path) ?? new Set()
    for (const key of Object.keys(one)) names.add(key)
    known.set(path, names)
  })
  visit(all, '', (one, path) => {
    for (const key of known.get(path) ?? []) one[key] ??= null
  })
}

const anywhere = (name: string, event: Emitted): Oddity => ({
  name,
  apply: (events, random) => events.toSpliced(random(events.length), 0, structuredClone(event)),
})

/** Oddities of any format. */
export const common: readonly Oddity[] = [
  anywhere('an event that is not JSON', { data: ': keep-alive' as '[DONE]' }),
  anywhere('an event that is null', { data: 'null' as '[DONE]' }),
  anywhere('an event of another kind', { name: 'x-own', data: { note: 'Processing', progress: 1 } }),
  each('an empty error in each event', (data) => {
    data['error'] = {}
  }),
  { name: 'null for each field that others have', isLast: true, apply: withNulls as () => undefined },
]

export const records: (value: unknown) => Fields[] = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : []).filter((one) => typeof one === 'object' && one !== null)

/** Changes each record. */
export function all(list: readonly Fields[], edit: (one: Fields) => unknown): void {
  for (const one of list) edit(one)
}

export const kind: (data: Fields) => unknown = (data) => data['type']
