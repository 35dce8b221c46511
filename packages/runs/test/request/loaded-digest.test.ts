import type { DigestPolicy } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { start } from '../../../core/test/support/layers.ts'
import { type Conversation, converse, cutOf, history, question } from '../support/runs.ts'

const counting: DigestPolicy = {
  name: 'counting',
  share: 0.2,
  digest: ({ gone, before }) => {
    const count = (typeof before === 'number' ? before : 0) + gone.length
    return { text: `${count} gone`, memory: count }
  },
}

/** Talks until there is a cut, and returns its messages. A token is a character. */
async function untilCut(talking: Conversation): Promise<readonly unknown[]> {
  for (let turn = 10; turn < 99; turn++) {
    const context = await talking.turn(`The question no. ${turn}`, `The answer with ${turn}.`)
    if (cutOf(context)) return context.messages
  }
  throw new Error('no cut')
}

const talkWith = (digest: () => Promise<DigestPolicy>): Conversation =>
  converse(
    start()
      .use([history({ digest }), question])
      .budget({ window: 1_010, reserve: 10 }),
  )

describe('a digest policy that a function loads', () => {
  it('is loaded when the run is cut, not before, and makes the same request', async () => {
    let loads = 0
    const talking = talkWith(async () => {
      loads++
      return counting
    })
    await talking.turn('The question no. 9', 'The answer with 9.')
    expect(loads).toBe(0)
    const messages = await untilCut(talking)
    expect(loads).toBe(1)
    const builder = start().use([history({ digest: counting }), question])
    const same = converse(builder.budget({ window: 1_010, reserve: 10 }))
    await same.turn('The question no. 9', 'The answer with 9.')
    expect(messages).toEqual(await untilCut(same))
  })

  it.each<[string, () => Promise<unknown>, object]>([
    ['cannot be loaded', () => Promise.reject(new Error('no such chunk')), { code: 'LAYER_FAILED' }],
    ['is none', async () => ({ ...counting, share: 2 }), { code: 'LAYER_OUTPUT_INVALID' }],
  ])('fails the cut if it %s', async (_, load, error) => {
    await expect(untilCut(talkWith(load as () => Promise<DigestPolicy>))).rejects.toMatchObject(error)
  })
})
