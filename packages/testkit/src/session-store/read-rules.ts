import type { Scope } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { mustEndWith, mustRefuse, named } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import type { SessionRule } from './options.ts'
import { kinds } from './samples.ts'
import { say } from './shelf.ts'

const position = fc.integer({ min: 0, max: 12 })
const count = fc.integer({ min: 1, max: 12 })

/** Creates sessions with the given number of messages, appended two at a time; the same session for the same number. */
function sessions(store: SessionStore): (length: number) => Promise<Scope> {
  const nextScope = newScopes()
  const made = new Map<number, Promise<Scope>>()
  const make = async (length: number): Promise<Scope> => {
    const scope = nextScope()
    for (let index = 0; index < length; index += 2) {
      const texts = [`m${index}`, `m${index + 1}`].slice(0, length - index)
      await store.append(scope, 's', texts.map(say))
    }
    return scope
  }
  return (length) => {
    const scope = made.get(length) ?? make(length)
    made.set(length, scope)
    return scope
  }
}

/** Rules for pages, ranges and sizes. */
export const readRules: readonly SessionRule[] = [
  {
    code: 'SESSION_PAGE',
    name: 'returns the newest messages, or those before a position, oldest first',
    contract: ['SessionStore.page', 'Returns the newest messages, or those before a position, up to the limits.'],
    check: async (store, bench) => {
      const sessionOf = sessions(store)
      const sample = fc.tuple(count, fc.record({ before: position, messages: count }, { requiredKeys: [] }))
      await bench.forEach(sample, async ([length, request]) => {
        const page = await store.page(await sessionOf(length), 's', request)
        const end = Math.min(length, request.before ?? length)
        const start = Math.max(0, end - (request.messages ?? 50))
        const positions = page.messages.map((message) => message.position)
        const seen = { start: page.start, length: page.length, positions }
        const wanted = { start, length, positions: Array.from({ length: end - start }, (_, index) => start + index) }
        mustEqual(bench, seen, wanted, `${show(wanted)} for ${show(request)}`)
      })
      const long = Array.from({ length: 60 }, (_, index) => say(`m${index}`))
      await store.append({ tenant: 'long' }, 's', long)
      const { start } = await store.page({ tenant: 'long' }, 's')
      if (start !== 10) bench.fail('the last 50 of 60 messages', `those from ${start} on`)
    },
  },
  {
    code: 'SESSION_PAGE_SIZE',
    name: 'returns no more than the given size of the end, but at least one message',
    contract: ['PageRequest', 'At least one message is returned, however large it is.'],
    check: async (store, { fail, forEach }) => {
      const nextScope = newScopes()
      const lengths = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 8 })
      await forEach(fc.tuple(lengths, fc.nat({ max: 300 })), async ([list, size]) => {
        const scope = nextScope()
        const messages = list.map((length) => say('ä'.repeat(length)))
        await store.append(scope, 's', messages)
        const page = await store.page(scope, 's', { size })
        const sizes = messages.map((message) => JSON.stringify(message).length)
        let start = list.length - 1
        let left = size - (sizes[start] ?? 0)
        while (start > 0 && left >= (sizes[start - 1] ?? 0)) left -= sizes[--start] ?? 0
        const positions = page.messages.map((message) => message.position)
        if (page.start !== start || positions.length !== list.length - start) {
          const wanted = `messages ${start} to ${list.length} within ${size} units of ${show(sizes)}`
          fail(wanted, show({ start: page.start, positions }))
        }
      })
    },
  },
  {
    code: 'SESSION_READ',
    name: 'reads any range of positions, and returns fewer messages where the session has fewer',
    contract: [
      'SessionStore.read',
      'Returns messages `start` (included) to `end` (excluded), oldest first; fewer if the session has fewer.',
    ],
    check: async (store, bench) => {
      const sessionOf = sessions(store)
      const check = async (length: number, start: number, end: number): Promise<void> => {
        const read = await store.read(await sessionOf(length), 's', start, end)
        const wanted = Array.from({ length }, (_, at) => ({ position: at, message: say(`m${at}`) })).slice(start, end)
        const seen = read.map((one) => ({ position: one.position, message: one.message }))
        mustEqual(bench, seen, wanted, `${show(wanted)} for ${start} to ${end} of ${length}`)
      }
      for (let start = 0; start <= 5; start++) for (let end = 0; end <= 5; end++) await check(4, start, end)
      await check(4, 1, Number.POSITIVE_INFINITY)
      await bench.forEach(fc.tuple(position, position, position), (range) => check(...range))
    },
  },
  {
    code: 'SESSION_SIZES',
    name: "counts sizes in UTF-16 units of the messages' JSON",
    contract: ['StoredMessage.sizeBefore', 'Size of all preceding messages, in UTF-16 units of their JSON text.'],
    check: async (store, bench) => {
      const scope = { tenant: 'acme' }
      const messages = [say('日本 "\n😀"'), ...kinds, say('')]
      for (const message of messages) await store.append(scope, 's', [message])
      const sizes = [0]
      for (const message of messages) sizes.push((sizes.at(-1) ?? 0) + JSON.stringify(message).length)
      const size = sizes.at(-1)
      const info = await store.info(scope, 's')
      const length = messages.length
      if (!same([info?.length, info?.size], [length, size]))
        bench.fail(`${length} messages of size ${size}`, show(info))
      const read = (await store.read(scope, 's', 0, 99)).map(({ sizeBefore }) => sizeBefore)
      mustEqual(bench, read, sizes.slice(0, -1))
      const { messages: newest } = await store.page(scope, 's', { messages: 3 })
      const page = newest.map(({ sizeBefore }) => sizeBefore).toSorted((a, b) => a - b)
      mustEqual(bench, page, sizes.slice(-4, -1), `${show(sizes.slice(-4, -1))} in a page`)
    },
  },
  {
    code: 'SESSION_LIMITS_REFUSED',
    name: 'refuses invalid positions and limits',
    contract: ['PageRequest.messages', 'The most messages to return, 1 or more. Default 50.'],
    check: async (store, bench) => {
      const scope = { tenant: 'acme' }
      await store.append(scope, 's', [say('a')])
      const requests: readonly unknown[] = [
        { messages: 0 },
        { messages: -1 },
        { messages: 1.5 },
        { before: -1 },
        { size: -1 },
      ]
      await mustRefuse(
        bench,
        named('a page of', [...requests, { before: Number.NaN }, { size: '9' }, { messages: '9' }]),
        (request) => store.page(scope, 's', request),
      )
      for (const [start, end] of [
        [-1, 1],
        [0, -1],
        [0.5, 1],
        [Number.NaN, 1],
        ['0', 1],
        [0, undefined],
      ]) {
        const read = (): unknown => store.read(scope, 's', start as number, end as number)
        await mustEndWith(bench, 'STORE_VALUE_INVALID', `a read of ${show([start, end])}`, read)
      }
    },
  },
]
