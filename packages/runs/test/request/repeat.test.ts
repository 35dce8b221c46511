import { defineLayer, type Fragment } from '@lamella/core'
import { extend } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { cutOf, history, talk, texts, thought, user } from '../support/runs.ts'

describe('a request that is repeated', () => {
  it('has the same bytes, although its layers have changed', async () => {
    let text = 'Sunny.'
    const builder = talk().use(defineLayer('weather', { order: 1, update: 'replace', load: () => text }))
    const first = await extend(builder, { scope, message: 'One' })
    const request = { scope, session: [user('One'), thought('one')], message: 'Two' }
    text = 'Rain.'
    const second = await extend(builder, { ...request, run: first.run })
    text = 'Snow.'
    const again = await extend(builder, { ...request, run: second.run, repeat: true })
    expect([again.system, again.messages, again.run]).toEqual([second.system, second.messages, second.run])
    expect(cutOf(again)).toBeUndefined()
    const third = await extend(builder, { ...request, run: second.run })
    expect(texts(third).at(-1)).toContain('Snow.')
  })

  it('is not cut by what has let it pass before: the room for its turn, the limit of a layer', async () => {
    let isFull = false
    const full = history({
      load: (request) =>
        Promise.resolve(history().load(request)).then((fragments) => ({
          fragments: fragments as never,
          cut: isFull,
        })),
    })
    const builder = talk(150).replace(full)
    const session = [user('x'.repeat(50)), thought('y')]
    const first = await extend(builder, { scope, session, message: 'z'.repeat(40) })
    isFull = true
    const again = await extend(builder, { scope, session, message: 'z'.repeat(40), run: first.run, repeat: true })
    expect([cutOf(again), again.messages]).toEqual([undefined, first.messages])
    expect(cutOf(await extend(builder, { scope, session, message: 'z'.repeat(40), run: first.run }))).toBe('window')
  })

  it.each([
    ['none', [0]],
    ['one', [0, 3]],
  ])(
    'does not send messages that its epoch began without, though they follow those shown: %s returned',
    async (_, shown) => {
      const all = history()
      // As a limit by count does: the question, and the newest messages, which the budget may drop.
      const limited = history({
        load: async (request) => {
          const fragments = (await all.load(request)) as readonly Fragment[]
          if (request.run?.kept) return fragments
          const ids = fragments.filter(({ position }) => shown.includes(position ?? -1))
          return ids.map((one) => (one.position === 0 ? { ...one, pinned: true } : one))
        },
      })
      const builder = talk(100).replace(limited)
      const session = [user('One'), thought('a'), thought('b'), thought('x'.repeat(60))]
      const first = await extend(builder, { scope, session })
      expect(texts(first)).toEqual(['One'])
      const again = await extend(builder, { scope, session, run: first.run, repeat: true })
      expect([again.messages, again.run]).toEqual([first.messages, first.run])
      const next = await extend(builder, { scope, session: [...session, user('Two')], run: first.run })
      expect([cutOf(next), texts(next)[0], texts(next).at(-1)]).toEqual([undefined, 'One', 'Two'])
      expect(JSON.stringify(next.messages)).not.toContain('Thinking of')
    },
  )

  it.each([
    [{ repeat: true }, 'repeat'],
    [{ repeat: true, cut: true }, 'repeat'],
  ])('needs a run and no cut: %j', async (more, key) => {
    const { run } = await extend(talk(), { scope, message: 'One' })
    const request = { scope, message: 'One', ...more, ...('cut' in more && { run }) }
    await expect(extend(talk(), request)).rejects.toMatchObject({ code: 'REQUEST_INVALID', details: { key } })
  })
})

describe('a run that begins with a session of something else', () => {
  it('marks the thinking in it as made in another context, and says so', async () => {
    const session = [user('One'), thought('one')]
    const first = await extend(talk(), { scope, session, message: 'Two', cut: true })
    expect(JSON.stringify(first.messages)).toContain('"stale":true')
    expect(first.report.run).toMatchObject({ epoch: 1, cut: { reason: 'asked', thinkingLost: 1 }, updates: [] })
    expect(first.run).toMatchObject({ epoch: 1, stale: [[0, 2]] })
    const next = await extend(talk(), { scope, session: [...session, user('Two'), thought('two')], run: first.run })
    expect(JSON.stringify(next.messages[1])).toContain('"stale":true')
    expect(JSON.stringify(next.messages[3])).not.toContain('"stale":true')
  })
})
