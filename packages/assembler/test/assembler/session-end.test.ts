import { createContextAssembler } from '@lamella/assembler'
import type { Message } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDigest } from '../runs/instructions-of.ts'
import { now, scope, user } from './support.ts'

/** Turns of a question and an answer; an odd number ends with a question. */
function talk(length: number): readonly Message[] {
  return Array.from({ length }, (_, index) =>
    index % 2 === 0 ? user(`question ${index}`) : { role: 'assistant', content: `answer ${index}` },
  )
}

async function stored(messages: readonly Message[]): Promise<SessionStore> {
  const store = createSessionStore()
  if (messages.length > 0) await store.append(scope, 's', messages)
  return store
}

describe('a session read from its end', () => {
  it('is included in full, however long it is, starting where its summary ends', async () => {
    const sample = fc.record({
      length: fc.integer({ min: 1, max: 220 }),
      summary: fc.option(fc.nat({ max: 219 }), { nil: undefined }),
      isAppended: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(sample, async ({ length, summary, isAppended }) => {
        const messages = talk(length)
        const store = await stored(messages)
        const end = summary === undefined || summary > length ? 0 : summary - (summary % 2)
        if (end > 0) await store.compactions?.add(scope, 's', { start: 0, end, text: 'In short.' })
        const assembler = createContextAssembler(
          { sessionStore: store, scope, now },
          { model: 'gpt-4o', truncationStrategy: 'smart' },
        )
        const isAnswered = length % 2 === 0
        const asks = isAppended || isAnswered || end === length
        const context = await assembler.assemble('s', undefined, asks ? { message: 'What now?' } : {})
        const given = context.messages.filter((one) => !isDigest(one)).map(({ content }) => content)
        const wanted = messages.slice(end).map(({ content }) => content)
        expect(given.slice(end > 0 ? 1 : 0)).toEqual(asks ? [...wanted, 'What now?'] : wanted)
      }),
      { numRuns: 150 },
    )
  })

  it.each([1, 2, 63, 64])('takes one store read for %i messages', async (length) => {
    const store = await stored(talk(length))
    let pages = 0
    const counting: SessionStore = {
      ...store,
      page: (...given) => {
        pages++
        return store.page(...given)
      },
    }
    const assembler = createContextAssembler({ sessionStore: counting, scope, now }, { model: 'gpt-4o' })
    await assembler.assemble('s', undefined, { message: 'What now?' })
    expect(pages).toBe(1)
  })

  it('takes one more read for each further part of a long session, and reads each message once', async () => {
    const store = await stored(talk(150))
    const positions: number[] = []
    const counting: SessionStore = {
      ...store,
      page: async (...given) => {
        const page = await store.page(...given)
        for (const { position } of page.messages) positions.push(position)
        return page
      },
    }
    const assembler = createContextAssembler({ sessionStore: counting, scope, now }, { model: 'gpt-4o' })
    await assembler.assemble('s', undefined, { message: 'What now?' })
    // Each part includes the message before it, which determines the page in which it begins.
    expect(positions.length).toBeLessThanOrEqual(150 + 4)
    expect(new Set(positions).size).toBe(150)
  })
})
