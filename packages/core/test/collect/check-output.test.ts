import { defineLayer, type Layer } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'
import { assistant, user } from '../support/talk.ts'

const session = [user('One'), assistant('Two'), user('Three'), assistant('Four')]

/** A layer that shows messages of the session. */
const showing = (name: string, order: number, ...positions: readonly number[]): Layer =>
  defineLayer(name, {
    order,
    placement: 'messages',
    load: () =>
      positions.map((position) => ({ id: `m${position}`, position, content: session.slice(position, position + 1) })),
  })

const build = (...layers: readonly Layer[]) =>
  start().use(layers).budget({ window: 1_000, reserve: 10 }).build({ scope, session })

describe('messages of the session', () => {
  it('may be those of several layers, in order', async () => {
    const { messages } = await build(showing('new', 700, 3), showing('old', 500, 0, 1), showing('middle', 600, 2))
    expect(messages).toEqual(session)
  })

  it.each([
    ['of layers in another order', [showing('old', 700, 0, 1), showing('new', 600, 2, 3)], 'old', [0, 3, 'new']],
    ['that two layers show', [showing('a', 500, 0, 1), showing('b', 600, 1, 2)], 'b', [1, 1, 'a']],
    ['of one layer in another order', [showing('a', 500, 1, 0)], 'a', [0, 1, 'a']],
  ] as const)(
    '%s are rejected: a later request of a run would not repeat this one',
    async (_, layers, layer, [at, last, before]) => {
      const problem = `position ${at} of the session follows position ${last} of layer '${before}'`
      await expect(build(...layers)).rejects.toMatchObject({
        code: 'LAYER_OUTPUT_INVALID',
        details: { layer, problem },
      })
    },
  )
})

describe('a shorter rendering', () => {
  it('that is a text becomes a user message, as a content does', async () => {
    const layer = defineLayer('talk', {
      placement: 'messages',
      load: () => [{ id: 'one', content: [user('x'.repeat(900))], shorter: ['short'] }],
    })
    const { messages } = await start().use(layer).budget({ window: 500, reserve: 10 }).build({ scope })
    expect(messages).toEqual([user('short')])
  })
})
