import type { Message } from '@lamella/core'
import type { TestedSessionStore } from '../../src/session-store/options.ts'
import type { Mutant } from './mutant.ts'
import { at, type Fault, type Fields, gives, isWhole, type MakeMutant, takes, without } from './store-faults.ts'

const request = (change: (request: Fields) => unknown): Fault =>
  takes('page', (given) => at(given, 2, (one) => change((one ?? {}) as Fields)))
type Page = { readonly messages: readonly Fields[]; readonly length: number }
/** Changes the result of a page. */
export const onPage = (change: (page: Page, request: Fields) => unknown): Fault =>
  gives('page', (answer, given) => change(answer as unknown as Page, (given[2] ?? {}) as Fields))
const bytesOf = (message: unknown): number => new TextEncoder().encode(JSON.stringify(message)).length

/** Faults in pages, ranges and sizes. */
export const sessionPageMutants = (mutant: MakeMutant<TestedSessionStore>): readonly Mutant<TestedSessionStore>[] => [
  mutant(
    'PAGE',
    'ends a page after the position',
    request((one) => (isWhole(one['before']) ? { ...one, before: Number(one['before']) + 1 } : one)),
  ),
  mutant(
    'PAGE',
    'returns 100 messages by default',
    request((one) => ({ messages: 100, ...one })),
  ),
  mutant(
    'PAGE',
    'returns the newest message first',
    onPage((answer) => ({ ...answer, messages: answer.messages.toReversed() })),
  ),
  mutant(
    'PAGE_SIZE',
    'returns nothing if the newest message is too large',
    onPage((answer, { size }) => {
      const sum = answer.messages.reduce((total, { message }) => total + JSON.stringify(message).length, 0)
      return size !== undefined && sum > Number(size) ? { ...answer, messages: [], start: answer.length } : answer
    }),
  ),
  mutant(
    'PAGE_SIZE',
    'counts bytes',
    onPage((answer, { size = Number.POSITIVE_INFINITY }) => {
      const messages = [...answer.messages]
      const sum = (): number => messages.reduce((total, { message }) => total + bytesOf(message), 0)
      while (messages.length > 1 && sum() > Number(size)) messages.shift()
      return { ...answer, messages, start: messages[0]?.['position'] ?? 0 }
    }),
  ),
  mutant(
    'READ',
    'includes the end of a range',
    takes('read', (given) => at(given, 3, (end) => (isWhole(end) ? Number(end) + 1 : end))),
  ),
  mutant(
    'SIZES',
    'counts sizes from the start of a page',
    onPage((answer) => {
      const [first] = answer.messages
      const before = Number(first?.['sizeBefore'] ?? 0)
      return {
        ...answer,
        messages: answer.messages.map((one) => ({ ...one, sizeBefore: Number(one['sizeBefore']) - before })),
      }
    }),
  ),
  mutant('SIZES', 'counts sizes in bytes', (base) => ({
    info: async (scope, session) => {
      const info = (await base.ask('info', scope, session)) as Fields | undefined
      const all = (info ? await base.ask('read', scope, session, 0, Number.POSITIVE_INFINITY) : []) as readonly {
        readonly message: Message
      }[]
      return info && { ...info, size: all.reduce((sum, { message }) => sum + bytesOf(message), 0) }
    },
  })),
  mutant(
    'LIMITS_REFUSED',
    'treats a limit of 0 as no limit',
    request((one) => (one['messages'] === 0 ? without(one, 'messages') : one)),
  ),
  mutant(
    'LIMITS_REFUSED',
    'reads from the start for a negative position',
    takes('read', (given) => at(given, 2, (start) => (Number(start) < 0 ? 0 : start))),
  ),
]
