import type { Message } from '@lamella/core'
import { type SessionStore, withoutReservedMarks } from '@lamella/core/store'
import type { Mutant } from './mutant.ts'
import { at, type Fault, type Fields, type MakeMutant, takes } from './store-faults.ts'

/** An append whose messages are changed, if they are such. */
const messages = (change: (message: Message) => Message): Fault =>
  takes('append', (given) => at(given, 2, (all) => (Array.isArray(all) ? all.map(change) : all)))

/** An append whose list of times is changed. */
const times = (change: (list: readonly unknown[], count: number) => unknown): Fault =>
  takes('append', (given) =>
    at(given, 3, (options) => {
      const { at: list } = (options ?? {}) as Fields
      const count = Array.isArray(given[2]) ? given[2].length : 0
      return Array.isArray(list) ? { ...(options as object), at: change(list, count) } : options
    }),
  )

const isDate = (time: unknown): boolean => time instanceof Date && !Number.isNaN(time.getTime())
const isSound = (list: readonly unknown[], count: number): boolean =>
  list.length === count && list.every((time) => time === undefined || isDate(time))

/** Faults in what comes with the messages of an append. */
export const sessionAppendMutants = (mutant: MakeMutant<SessionStore>): readonly Mutant<SessionStore>[] => [
  mutant(
    'TIMES',
    'gives each message the first time of the list',
    times((list, count) => (isSound(list, count) ? list.map(() => list[0]) : list)),
  ),
  mutant(
    'TIMES',
    'gives a message without a time the one before it',
    times((list, count) => {
      let last: unknown
      return isSound(list, count) ? list.map((time) => (last = time ?? last)) : list
    }),
  ),
  mutant(
    'TIMES',
    'does not count the times',
    times((list, count) => Array.from({ length: count }, (_, index) => list[index])),
  ),
  mutant(
    'TIMES',
    'takes null for no time',
    times((list) => list.map((time) => time ?? undefined)),
  ),
  mutant('MARKS_REFUSED', 'drops marks without a word', messages(withoutReservedMarksOf)),
  mutant(
    'MARKS_REFUSED',
    'knows no marks but those of messages',
    messages((message) => (hasOwnMark(message) ? message : withoutReservedMarksOf(message))),
  ),
  mutant(
    'MARKS_REFUSED',
    'knows no mark but that of a summary',
    messages((message) =>
      message?.providerOptions?.['lamella']?.['summary'] ? message : withoutReservedMarksOf(message),
    ),
  ),
  mutant('MARKS_REFUSED', 'keeps what stands behind a marked message', (base) => ({
    append: async (scope, session, all, ...more) => {
      const found = Array.isArray(all) ? all.findIndex((one) => withoutReservedMarksOf(one) !== one) : -1
      if (found >= 0) await base.ask('append', scope, session, (all as readonly unknown[]).slice(found + 1))
      return await base.ask('append', scope, session, all, ...more)
    },
  })),
  mutant('MARKS_REFUSED', 'imports what it would not append', (base) => ({
    import: async (scope, lines, options) => {
      const all: string[] = []
      for await (const line of lines as Iterable<string>) all.push(line)
      const isForged = all.length === 3 && all[0]?.includes('"id":"forged"') && all[1]?.includes('"lamella":{')
      return isForged
        ? { id: 'forged', revision: 1, length: 1, size: 1 }
        : await base.ask('import', scope, all, options)
    },
  })),
]

/** Of what is a message; anything else is for the store to refuse. */
function withoutReservedMarksOf(message: Message): Message {
  return typeof message === 'object' && message !== null ? withoutReservedMarks(message) : message
}

function hasOwnMark(message: Message): boolean {
  return message?.providerOptions?.['lamella'] !== undefined
}
