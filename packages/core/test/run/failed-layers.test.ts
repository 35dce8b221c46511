import { defineLayer } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { told } from '../support/changing-layer.ts'
import { converse, cutOf, history, talk, texts, updates } from '../support/runs.ts'

describe('a layer that failed', () => {
  it('changes nothing: what the model was told still stands', async () => {
    let fails = false
    const layer = defineLayer('notes', {
      update: 'replace',
      onError: 'omit',
      load: () => {
        if (fails) throw new Error('away')
        return 'Sunny.'
      },
    })
    const talking = converse(talk().use(layer))
    await talking.turn('One')
    fails = true
    const second = await talking.turn('Two')
    expect([cutOf(second), updates(second), second.system[0]?.content]).toEqual([undefined, [], 'Sunny.'])
    fails = false
    const third = await talking.ask('Three')
    expect([cutOf(third), updates(third)]).toEqual([undefined, []])
  })

  it('and shows the session costs a cut, but no message of the session', async () => {
    let fails = false
    const whole = history()
    const failing = history({
      onError: 'omit',
      load: (request) => {
        if (fails) throw new Error('away')
        return whole.load(request)
      },
    })
    const talking = converse(talk().replace(failing))
    for (const text of ['One', 'Two']) await talking.turn(text)
    fails = true
    expect(cutOf(await talking.turn('Three'))).toBe('edited')
    fails = false
    const fourth = await talking.turn('Four')
    expect([cutOf(fourth), texts(fourth).length]).toEqual(['edited', 7])
    expect(cutOf(await talking.ask('Five'))).toBeUndefined()
  })

  it('is told when it has come back, if it failed as the epoch began', async () => {
    let fails = true
    const layer = defineLayer('notes', {
      onError: 'omit',
      load: () => {
        if (fails) throw new Error('away')
        return 'Sunny.'
      },
    })
    const talking = converse(talk().use(layer))
    await talking.turn('One')
    fails = false
    expect(updates(await talking.ask('Two'))).toEqual([told('Sunny.')])
  })
})
