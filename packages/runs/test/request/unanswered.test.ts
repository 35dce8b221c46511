import { describe, expect, it } from 'vitest'
import { talkAboutWeather } from '../support/changing-layer.ts'
import { assistant, converse, cutOf, talk, texts, thinks, thought, updates, user } from '../support/runs.ts'

describe('a turn that never got its answer', () => {
  it('gives the same bytes when it is asked again, and tells nothing twice', async () => {
    const { weather, talking } = talkAboutWeather()
    await talking.turn('One')
    weather.text = 'Rain.'
    const asked = await talking.ask('Two')
    const again = await talking.ask('Two')
    expect([again.messages, again.run, cutOf(again)]).toEqual([asked.messages, asked.run, undefined])
    expect(updates(again)).toHaveLength(1)
  })

  it('is replaced by another question, with which its updates are announced again', async () => {
    const { weather, talking } = talkAboutWeather()
    await talking.turn('One', thought('one'))
    weather.text = 'Rain.'
    await talking.ask('Never answered')
    weather.text = 'Snow.'
    const other = await talking.turn('Two', thought('two'))
    expect(texts(other).slice(2)).toEqual(['Two', expect.stringContaining('Snow.')])
    expect(other.report.run).toMatchObject({ epoch: 2, cut: { reason: 'edited', thinkingLost: 0 } })
    expect(talking.run?.stale).toEqual([])
    // Only the new question and its update are new.
    const [update] = other.report.run?.updates ?? []
    expect(other.report.run?.cut?.newTokens).toBe(5 + (update?.tokens ?? 0))
    const third = await talking.ask('Three')
    expect([cutOf(third), thinks(third)]).toEqual([undefined, [true, true]])
  })

  it('with the same message later is asked once', async () => {
    const talking = converse(talk())
    await talking.ask('Hello')
    talking.add(user('Hello'), assistant('Hi.'))
    expect(texts(await talking.ask('More'))).toEqual(['Hello', 'Hi.', 'More'])
    expect(talking.run?.epoch).toBe(1)
  })
})
