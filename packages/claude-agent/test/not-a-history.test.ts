import { createContext, defineLayer } from '@lamella/core'
import { history } from '@lamella/layers'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { claudeSessions } from '../src/index.ts'

const scope = { tenant: 'acme', agent: 'claude:work' }

describe('a build from a session of the Claude Agent SDK', () => {
  it.each([
    ['the standard history', history()],
    [
      'a layer that reads the session',
      defineLayer('own', {
        order: 1,
        placement: 'messages',
        load: async ({ session, signal }) => {
          const messages = (await session?.read(0, 10, { signal })) ?? []
          return { fragments: messages.map((message, index) => ({ id: `${index}`, content: [message] })) }
        },
      }),
    ],
  ])('fails with an error that says what the session is, with %s', async (_, layer) => {
    const store = createSessionStore()
    await claudeSessions(store, { tenant: 'acme' }).append({ projectKey: 'work', sessionId: 'one' }, [
      { type: 'user', uuid: 'u1', message: { role: 'user', content: 'Hello' } },
    ])
    const session = await openSession(store, scope, 'one')
    const built = createContext()
      .use(layer)
      .budget({ window: 10_000, reserve: 0 })
      .build({ scope, session, message: 'Go on.' })
    await expect(built).rejects.toMatchObject({
      code: 'MESSAGE_INVALID',
      message: expect.stringMatching(/^session\[0\] is a record of claude-agent/),
    })
  })
})
