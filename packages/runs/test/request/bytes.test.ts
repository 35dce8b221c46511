import { createContext, defineLayer, type Message } from '@lamella/core'
import { extend, type RunState } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, converse, history, question, talk, user } from '../support/runs.ts'

describe('bytes and addresses in messages', () => {
  const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])
  const base64 = 'iVBORw0KGgo='
  const image = (data: unknown): Message => ({
    role: 'user',
    content: [
      { type: 'text', text: 'See' },
      { type: 'image', image: data as string, mediaType: 'image/png' },
    ],
  })

  it.each([
    ['Uint8Array', bytes],
    ['ArrayBuffer', bytes.buffer],
    ['Buffer', Buffer.from(bytes)],
    ['base64 text', base64],
  ])('as %s or as a store has them are the same message', async (_, data) => {
    const talking = converse(talk())
    await talking.turn('Zero')
    const sent = image(data)
    await talking.ask(undefined, { message: sent as { role: 'user'; content: [] } })
    talking.add(image(base64), assistant('I see.'))
    const next = await talking.ask('Next')
    expect(next.report.run).toEqual({ epoch: 1, updates: [] })
  })

  it('as URL or text are the same message', async () => {
    const talking = converse(talk())
    await talking.turn('Zero')
    await talking.ask(undefined, {
      message: image(new URL('https://example.com/a.png')) as { role: 'user'; content: [] },
    })
    talking.add(image('https://example.com/a.png'), assistant('I see.'))
    expect((await talking.ask('Next')).report.run).toEqual({ epoch: 1, updates: [] })
  })

  it('that the run holds are JSON in it, and the next request extends this one', async () => {
    const examples = defineLayer('examples', {
      order: 1,
      placement: 'messages',
      stability: 'static',
      load: () => [
        { id: 'a', content: [image(bytes)] },
        { id: 'b', content: [image(new URL('https://example.com/a.png'))] },
      ],
    })
    const builder = talk().use(examples)
    const first = await extend(builder, { scope, message: 'One' })
    const lead = [image(base64), image('https://example.com/a.png')]
    expect(first.run.head.lead).toEqual(lead.map((message) => ({ layer: 'examples', message })))
    const run = JSON.parse(JSON.stringify(first.run)) as RunState
    expect(run.head.lead).toEqual(first.run.head.lead)
    const next = await extend(builder, { scope, session: [user('One'), assistant('Yes.')], message: 'Two', run })
    expect(next.report.run).toEqual({ epoch: 1, updates: [] })
    expect(next.messages.slice(0, 2)).toEqual(lead)
  })

  it('of megabytes do not overflow the stack', async () => {
    const large = new Uint8Array(3_000_000)
    const builder = createContext().use([history(), question]).budget({ window: 1_000_000, reserve: 10 })
    const first = await extend(builder, { scope, session: [image(large)], message: 'One' })
    expect(first.run.marks).toHaveLength(2)
  })

  it.each([
    ['an image', image(1n)],
    ['provider options', { ...user('One'), providerOptions: { a: { b: 1n } } } as unknown as Message],
  ])('that JSON cannot represent are refused with a code: %s', async (_, message) => {
    await expect(extend(talk(), { scope, session: [message] })).rejects.toMatchObject({ code: 'MESSAGE_INVALID' })
  })
})
