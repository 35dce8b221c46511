import { type BuildEvent, createContext, defineLayer, type Layer, logTo, type Message } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'
import { assistant, history, question, user } from '../support/talk.ts'

const budget = { window: 5_000, reserve: 0 }
const session: readonly Message[] = [user('Hi'), assistant('Hello')]
const motto = defineLayer('motto', { load: () => 'Be kind.' })
const forGroups = defineLayer('own', {
  placement: 'messages',
  audience: ['group'],
  load: ({ message }) => message && [{ id: 'own', content: [message] }],
})
const notTaken = { code: 'REQUEST_INVALID', details: { key: 'message' }, fix: expect.stringContaining('message()') }

describe('a new message', () => {
  it.each<[string, readonly Layer[]]>([
    ['there are no layers', []],
    ['no layer looks at it', [motto]],
    ['a history shows only the session', [history()]],
    ['a layer only searches by it', [defineLayer('search', { load: ({ message }) => (message ? 'Found: tea.' : '') })]],
    ['the layer that shows it is hidden', [forGroups]],
  ])('that no layer shows is an error that names message(): %s', async (_, layers) => {
    const builder = start().use(layers).budget(budget)
    await expect(builder.build({ scope, session, message: 'Tea?' })).rejects.toMatchObject(notTaken)
  })

  it.each<[string, Layer]>([
    ['as it is', question],
    [
      'in other words',
      defineLayer('loud', {
        placement: 'messages',
        load: ({ message }) => message && String(message.content).toUpperCase(),
      }),
    ],
    ['in the system prompt', defineLayer('asked', { load: ({ message }) => `They ask: ${String(message?.content)}` })],
  ])('may be shown by any layer: %s', async (_, layer) => {
    const { report } = await start().use(layer).budget(budget).build({ scope, message: 'Tea?' })
    expect(report.notices).toEqual([])
  })
})

describe('a session', () => {
  it('that no layer reads is a notice that names history(), in the report, its text and the events', async () => {
    const events: BuildEvent[] = []
    const lines: string[] = []
    const logger = { debug: () => undefined, info: () => undefined, warn: (line: string) => void lines.push(line) }
    const { report } = await createContext()
      .observe((event) => events.push(event))
      .observe(logTo(logger))
      .use([motto, question])
      .budget(budget)
      .build({ scope, session, message: 'Tea?' })
    const notice = { code: 'SESSION_NOT_READ', fix: expect.stringContaining('history()'), details: { length: 2 } }
    expect(report.notices).toMatchObject([notice])
    expect(explain(report)).toContain('- No layer reads the session of 2 messages.')
    expect(events).toContainEqual({ type: 'notice', notice: report.notices?.[0] })
    expect(lines).toEqual([expect.stringMatching(/^lamella: No layer reads the session of 2 messages/)])
  })

  it('that is read, or empty, is none', async () => {
    const builder = start().use([history(), question]).budget(budget)
    const { report } = await builder.build({ scope, session, message: 'Tea?' })
    expect(report.notices).toEqual([])
    expect((await start().use(motto).budget(budget).build({ scope })).report.notices).toEqual([])
  })
})
