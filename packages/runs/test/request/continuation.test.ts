import { describe, expect, it } from 'vitest'
import { assistant, calls, converse, cutOf, talk, texts, thinks, thought, user } from '../support/runs.ts'

const go = '[Please continue.]'

describe('a request that ends with an answer', () => {
  it('is followed by what encoders add to it, once the conversation goes on', async () => {
    for (const cut of [false, true]) {
      const talking = converse(talk())
      await talking.turn('One', thought('first half'), { cut })
      const asked = await talking.ask(undefined, { cut })
      const again = await talking.ask(undefined)
      expect([again.messages, cutOf(again)]).toEqual([asked.messages, undefined])
      expect(again.run).toEqual(asked.run)
      talking.add(assistant('Second half.'))
      const next = await talking.ask('Two')
      expect(texts(next).slice(2)).toEqual([go, 'Second half.', 'Two'])
      expect([cutOf(next), next.report.run?.updates]).toEqual([undefined, []])
      expect(thinks(next)).toEqual([!cut])
    }
  })

  it('of a new conversation, too', async () => {
    const talking = converse(talk(), [user('One'), assistant('First half.')])
    await talking.ask(undefined)
    talking.add(assistant('Second half.'))
    expect(texts(await talking.ask(undefined))).toEqual(['One', 'First half.', go, 'Second half.'])
  })

  it('stays as it was sent if a question follows instead of an answer', async () => {
    const talking = converse(talk())
    await talking.turn('One')
    await talking.ask(undefined)
    expect(texts(await talking.ask('Two'))).toEqual(['One', 'Answer to One', go, 'Two'])
  })

  it('is not one that ends with calls or with their results', async () => {
    const talking = converse(talk())
    await talking.turn('One', calls('c1'))
    expect((await talking.ask(undefined)).run.inserts).toEqual([])
  })
})
