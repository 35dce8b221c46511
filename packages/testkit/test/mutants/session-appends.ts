import type { Message } from '@lamella/core'
import { withoutReservedMarks } from '@lamella/store'
import type { TestedSessionStore } from '../../src/session-store/options.ts'
import type { Mutant } from './mutant.ts'
import { at, type Fault, type Fields, type MakeMutant, takes } from './store-faults.ts'

/** An append that changes its messages if they are valid. */
const messages = (change: (message: Message) => Message): Fault =>
  takes('append', (given) => at(given, 2, (all) => (Array.isArray(all) ? all.map(change) : all)))

/** An append that changes its list of times. */
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

/** Faults in the data that comes with the messages of an append. */
export const sessionAppendMutants = (mutant: MakeMutant<TestedSessionStore>): readonly Mutant<TestedSessionStore>[] => [
  mutant(
    'TIMES',
    'gives each message the first time of the list',
    times((list, count) => (isSound(list, count) ? list.map(() => list[0]) : list)),
  ),
  mutant(
    'TIMES',
    'gives a message without a time the previous one',
    times((list, count) => {
      let last: unknown
      return isSound(list, count) ? list.map((time) => (last = time ?? last)) : list
    }),
  ),
  mutant(
    'TIMES',
    'ignores the number of times',
    times((list, count) => Array.from({ length: count }, (_, index) => list[index])),
  ),
  mutant(
    'TIMES',
    'accepts null as a missing time',
    times((list) => list.map((time) => time ?? undefined)),
  ),
  mutant('MARKS_REFUSED', 'drops marks silently', messages(withoutReservedMarksOf)),
  mutant(
    'MARKS_REFUSED',
    'refuses marks of messages only',
    messages((message) => (hasOwnMark(message) ? message : withoutReservedMarksOf(message))),
  ),
  mutant(
    'MARKS_REFUSED',
    'refuses the summary mark only',
    messages((message) =>
      message?.providerOptions?.['lamella']?.['summary'] ? message : withoutReservedMarksOf(message),
    ),
  ),
  mutant('MARKS_REFUSED', 'stores the messages after a marked message', (base) => ({
    append: async (scope, session, all, ...more) => {
      const found = Array.isArray(all) ? all.findIndex((one) => withoutReservedMarksOf(one) !== one) : -1
      if (found >= 0) await base.ask('append', scope, session, (all as readonly unknown[]).slice(found + 1))
      return await base.ask('append', scope, session, all, ...more)
    },
  })),
  mutant('MARKS_REFUSED', 'imports marks that it refuses to append', (base) => ({
    'transfer.import': async (scope, lines, options) => {
      const all: string[] = []
      for await (const line of lines as Iterable<string>) all.push(line)
      const isForged = all.length === 3 && all[0]?.includes('"id":"forged"') && all[1]?.includes('"lamella":{')
      return isForged
        ? { id: 'forged', revision: 1, length: 1, size: 1 }
        : await base.ask('transfer.import', scope, all, options)
    },
  })),
]

/** Only for messages; the store refuses anything else. */
function withoutReservedMarksOf(message: Message): Message {
  return typeof message === 'object' && message !== null ? withoutReservedMarks(message) : message
}

function hasOwnMark(message: Message): boolean {
  return message?.providerOptions?.['lamella'] !== undefined
}
