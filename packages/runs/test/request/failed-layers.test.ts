import { defineLayer, type Fragment, type Layer } from '@lamella/core'
import { extend } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { told } from '../support/changing-layer.ts'
import { calls, converse, cutOf, history, result, talk, texts, updates } from '../support/runs.ts'

/** A layer of messages that shows none of the session, and fails once a test says so. */
function failing(): { readonly layer: Layer<'failing'>; fails: boolean } {
  const state = {
    fails: false,
    layer: defineLayer('failing', {
      placement: 'messages',
      onError: 'omit',
      load: () => {
        if (state.fails) throw new Error('away')
        return []
      },
    }),
  }
  return state
}

describe('a layer that failed', () => {
  it('is reported as empty, although a text of it was left out when the epoch began', async () => {
    let fails = false
    const layer = defineLayer('notes', {
      budget: { max: 20 },
      onError: 'omit',
      load: () => {
        if (fails) throw new Error('away')
        return [
          { id: 'a', content: 'Sunny.' },
          { id: 'b', content: 'A long text for which there is no room.' },
        ]
      },
    })
    const talking = converse(talk().use(layer))
    await talking.turn('One')
    const second = await talking.turn('Two')
    expect(second.report.layers['notes']).toMatchObject({ fragments: 2, kept: 1, dropped: 1 })
    fails = true
    const third = await talking.turn('Three')
    expect(third.report.layers['notes']).toMatchObject({ status: 'failed', fragments: 0, kept: 0, dropped: 0 })
    // The request still lacks the text, and its report still says so.
    expect(third.report.rows).toMatchObject([{ layer: 'notes', fragment: 'b', action: 'dropped' }])
  })

  it('changes nothing: what the model has seen still holds', async () => {
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

  it('is announced when it has come back, if it failed as the epoch began', async () => {
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

  it('and shows a part of the session loses none of it at a cut for which nothing is read anew', async () => {
    let fails = false
    const part =
      (from: number, to?: number): Layer['load'] =>
      async (request) => {
        if (fails && to !== undefined) throw new Error('away')
        return ((await history().load(request)) as readonly Fragment[]).slice(from, to)
      }
    const first = defineLayer('first', { placement: 'messages', order: 500, onError: 'omit', load: part(0, 1) })
    const rest = history({ load: part(1) })
    const talking = converse(talk().replace(rest).use(first))
    for (const text of ['One', 'Two']) await talking.turn(text)
    fails = true
    expect(texts(await talking.turn('Three', undefined, { cut: true }))).not.toContain('One')
    fails = false
    expect(texts(await talking.turn('Four'))).toHaveLength(7)
  })

  it('and shows none of the session does not bring back what gave way to a cut for room', async () => {
    const whole = history()
    // Reads no more than the newest messages if the epoch is not known yet, as a history within its share does.
    const newest = history({
      load: async (request) => {
        const fragments = (await whole.load(request)) as readonly Fragment[]
        return request.run?.kept ? fragments : fragments.slice(-4)
      },
    })
    const other = failing()
    const builder = talk(200).replace(newest).use(other.layer)
    const talking = converse(builder)
    const cuts: (string | undefined)[] = []
    for (let turn = 10; turn < 30; turn++) {
      const request = { scope, session: talking.session, message: `Question ${turn}` }
      const context = await talking.turn(request.message)
      cuts.push(cutOf(context))
      other.fails = true
      const again = await extend(builder, { ...request, run: context.run, repeat: true })
      expect([cutOf(again), again.messages]).toEqual([undefined, context.messages])
    }
    expect(new Set(cuts)).toEqual(new Set([undefined, 'window']))
  })

  it('and shows none of the session leaves out nothing that a cut for room shows again', async () => {
    const other = failing()
    const builder = talk(240, 1).use(other.layer)
    const talking = converse(builder)
    await talking.turn('One', calls('a', 'b'))
    talking.add(result('a'))
    await talking.ask(undefined)
    // Too late: a stand-in was sent in its place, and an update tells it.
    talking.add(result('b'))
    expect(texts(await talking.turn('Two', 'y'.repeat(30))).at(-1)).toContain('Seen b.')
    other.fails = true
    const request = { scope, session: talking.session, message: 'Three' }
    const context = await talking.ask(request.message)
    expect([cutOf(context), texts(context).join()]).toEqual(['window', expect.stringContaining('Seen b.')])
    const again = await extend(builder, { ...request, run: context.run, repeat: true })
    expect([cutOf(again), again.messages]).toEqual([undefined, context.messages])
  })
})
