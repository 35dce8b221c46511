import { defineLayer, type Message } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { extend, type RunContext } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../../../core/test/support/layers.ts'
import { recorder } from '../../../core/test/support/recorder.ts'
import { assistant, history, question, user } from '../support/runs.ts'

const wide = { window: 1_000, reserve: 0 }
const waits = defineLayer('waits', { order: 1, load: async () => 'Be kind.' })

describe('a tracer', () => {
  it('receives each part of a run that goes on, and of the second loading when it is cut for room', async () => {
    const { tracer, log } = recorder()
    const builder = start().use([waits, question]).budget(wide).observe(tracer)
    const { run } = await extend(builder, { scope, message: 'Hello' })
    log.length = 0
    await extend(builder, { scope, message: 'And now?', run })
    expect(log.filter((line) => !line.endsWith('question'))).toEqual([
      '+/build',
      '+/build/waits',
      '-/build/waits',
      '+/build/plan',
      '-/build/plan',
      '-/build context',
    ])
  })

  it('learns that a run which has to be cut for room loads and plans again', async () => {
    const { tracer, log } = recorder()
    const builder = start().use([history(), question]).budget({ window: 150, reserve: 0 }).observe(tracer)
    const session: Message[] = []
    let context: RunContext | undefined
    for (let turn = 0; turn < 20 && !context?.report.run?.cut; turn++) {
      log.length = 0
      context = await extend(builder, { scope, session, message: `turn ${turn}`, run: context?.run })
      session.push(user(`turn ${turn}`), assistant('x'.repeat(20)))
    }
    expect(context?.report.run?.cut?.reason).toBe('window')
    const begun = log.filter((line) => line.startsWith('+')).map((line) => line.split('/').at(-1))
    expect(begun).toEqual(['build', 'history', 'question', 'plan', 'history', 'question', 'plan'])
  })
})

describe('the report of a request of a run', () => {
  it('says how the request relates to its run: what repeats, what was announced, and why an epoch began', async () => {
    const clock = defineLayer('clock', { update: 'replace', load: ({ now }) => now?.toISOString().slice(11, 16) })
    const own = start().use([clock, question]).budget({ window: 10_000, reserve: 0 })
    const at = (minute: number): Date => new Date(minute * 60_000)
    const first = await extend(own, { scope, message: 'Hello', now: at(0) })
    const next = await extend(own, { scope, message: 'Hello', now: at(1), run: first.run })
    const { updates } = next.report.run ?? { updates: [] }
    expect(explain(next.report)).toMatch(
      new RegExp(
        `^run: epoch 1, \\d+ of \\d+ tokens repeat the last request; announced: clock ${updates[0]?.tokens}$`,
        'm',
      ),
    )
    const cut = await extend(own, { scope, message: 'Hello', now: at(1), run: next.run, cut: true })
    expect(explain(cut.report)).toMatch(/^run: epoch 2, cut \(asked\), \d+ tokens new to the cache$/m)
  })

  it('is an error where no layer shows the new message, in an epoch and at a cut', async () => {
    const session = [user('Hi'), assistant('Hello')]
    const first = await extend(start().use([history(), question]).budget(wide), { scope, session, message: 'Hi' })
    const builder = start().use(history()).budget(wide)
    const next = { scope, session: [...session, user('Hi'), assistant('Yes')], message: 'Tea?', run: first.run }
    const notTaken = { code: 'REQUEST_INVALID', details: { key: 'message' } }
    await expect(extend(builder, next)).rejects.toMatchObject(notTaken)
    await expect(extend(builder, { ...next, cut: true })).rejects.toMatchObject(notTaken)
  })

  it('has no notice of a session that is read, however it has grown', async () => {
    const session = [user('Hi'), assistant('Hello')]
    const builder = start().use([history(), question]).budget(wide)
    const { run } = await extend(builder, { scope, session, message: 'Tea?' })
    const grown = [...session, user('Tea?'), assistant('Yes.')]
    expect((await extend(builder, { scope, session: grown, message: 'More?', run })).report.notices).toEqual([])
  })
})
