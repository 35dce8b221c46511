import { createContext, defineLayer, type Message } from '@lamella/core'
import { checkMessages } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme' }
const wrong = { role: 'user', content: 5 } as unknown as Message
const user = (content: string): Message => ({ role: 'user', content })
const whole = defineLayer('history', {
  placement: 'messages',
  load: async ({ session, message, signal }) => {
    const messages = await session.read(0, session.length, { signal })
    return [...messages, ...(message ? [message] : [])].map((one, index) => ({ id: `${index}`, content: [one] }))
  },
})
const builder = createContext().use(whole).budget({ window: 1_000, reserve: 100 })
const invalid = expect.objectContaining({ code: 'MESSAGE_INVALID' })

describe('the messages of a built context', () => {
  it('are checked again in a list that was changed since, whether in place or as a copy', async () => {
    const context = await builder.build({ scope, session: [user('One')], message: 'Two' })
    expect(checkMessages(context.messages, 'messages')).toBe(context.messages)
    expect(() => checkMessages([...context.messages.slice(1), wrong], 'messages')).toThrow(invalid)
    const list = context.messages as Message[]
    list.push(wrong)
    expect(() => checkMessages(list, 'messages')).toThrow(invalid)
    list.splice(1, 2, wrong)
    expect(() => checkMessages(list, 'messages')).toThrow(invalid)
  })

  it('are checked when a session is read, in each build', async () => {
    const session = [user('One'), user('Two')]
    await builder.build({ scope, session })
    session[1] = wrong
    await expect(builder.build({ scope, session })).rejects.toEqual(invalid)
  })

  it('are checked when a layer makes them, whatever the request had', async () => {
    const own = createContext()
      .use(
        defineLayer('own', {
          placement: 'messages',
          load: ({ message }) => [{ id: 'a', content: [message ?? wrong, wrong] }],
        }),
      )
      .budget({ window: 1_000, reserve: 100 })
    await expect(own.build({ scope, message: 'One' })).rejects.toMatchObject({ code: 'LAYER_OUTPUT_INVALID' })
  })
})
