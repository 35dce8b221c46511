import { isLamellaError } from '@lamella/core'
import * as runs from '@lamella/runs'
import { extend, openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, calls, cutOf, result, talk, user } from '../support/runs.ts'

const wrong = (what: string, option: string) => ({ code: 'OPTION_INVALID', details: { what, option } })
const open = async () => {
  const sessions = createSessionStore()
  return { sessions, run: await openRun(talk(), { sessions, scope, id: 's' }) }
}

describe('a function of this package', () => {
  it.each(Object.entries(runs))('refuses missing arguments with a code and a fix: %s', async (_, call) => {
    const entry = call as (...args: unknown[]) => unknown
    for (const wrong of [undefined, null, {}, Promise.resolve()]) {
      const refused = await Promise.resolve()
        .then(() => entry(wrong))
        .catch((error: unknown) => error)
      expect(isLamellaError(refused) && refused.fix, String(refused)).toMatch(/\w/)
    }
  })
})

describe('a request of a run', () => {
  it.each([['When?'], [null], [['When?']], [7]])('that is %j is an error', async (request) => {
    const { run } = await open()
    await expect(run.next(request as never)).rejects.toMatchObject(wrong('next', 'request'))
    await expect(extend(talk(), request as never)).rejects.toMatchObject(wrong('extend', 'request'))
  })

  it.each([
    ['mesage', 'message'],
    ['messages', 'message'],
    ['tool', 'tools'],
    ['operations', 'operation'],
    ['interupt', 'interrupt'],
  ])('with the misspelled field %s is an error that names the right one', async (key, known) => {
    const { run } = await open()
    await expect(run.next({ [key]: 'When?' })).rejects.toMatchObject({
      ...wrong('next', key),
      message: expect.stringContaining(`'${known}'`),
    })
  })

  it.each([
    ['mesage', 'message'],
    ['sesion', 'session'],
    ['runn', 'run'],
    ['refussed', 'refused'],
    ['countToken', 'countTokens'],
  ])('of extend with the misspelled field %s is an error, too', async (key, known) => {
    await expect(extend(talk(), { scope, [key]: 'When?' })).rejects.toMatchObject({
      ...wrong('extend', key),
      message: expect.stringContaining(`'${known}'`),
    })
  })

  it.each([
    ['scope', { tenant: 'other' }],
    ['session', [user('Hi')]],
    ['run', {}],
    ['cut', true],
    ['repeat', true],
    ['notices', [{ code: 'OWN', what: 'Mine.' }]],
  ])('of an open run cannot have the field %s, which the run has itself', async (key, value) => {
    const { run } = await open()
    await expect(run.next({ message: 'When?', [key]: value })).rejects.toMatchObject(wrong('next', key))
    await expect(run.scrub({ [key]: value })).rejects.toMatchObject(wrong('scrub', key))
  })

  it('may have fields that its layers need, also with names that are near to others', async () => {
    const { run } = await open()
    const needs = { cart: ['tea'], row: 1, messageId: 'm1', tool_name: 'look', sessions: undefined }
    expect((await run.next({ message: 'When?', ...needs })).report.notices).toEqual([])
    expect((await extend(talk(), { scope, message: 'When?', ...needs })).report.notices).toEqual([])
    await run.append([calls('a'), result('a')])
    expect((await run.next({ ...needs })).report.notices).toEqual([])
  })

  it('that asks nothing, and has a field that only layers could read, has a notice', async () => {
    const { run, sessions } = await open()
    const notice = { code: 'NOTHING_ASKED', details: { keys: ['text'] } }
    expect((await run.next({ text: 'When?' } as object)).report.notices).toMatchObject([notice])
    await sessions.append(scope, 's', [user('Hi'), assistant('Hello.')])
    expect((await run.next({ text: 'When?' } as object)).report.notices).toMatchObject([notice])
    expect((await run.next({ message: 'When?', text: 'When?' } as object)).report.notices).toEqual([])
  })

  it('of extend that asks nothing, and has a text that only layers could read, has a notice, too', async () => {
    const notice = { code: 'NOTHING_ASKED', details: { keys: ['text'] } }
    const noticesOf = async (more: object) => (await extend(talk(), { scope, ...more })).report.notices
    const asked = [user('Hi')]
    const answered = [user('Hi'), assistant('Hello.')]
    expect(await noticesOf({ text: 'When?', cart: ['tea'] })).toMatchObject([notice])
    expect(await noticesOf({ text: 'When?', session: answered })).toMatchObject([notice])
    expect(await noticesOf({ text: 'When?', session: asked })).toEqual([])
    expect(await noticesOf({ text: 'When?', message: 'When?' })).toEqual([])
    expect(await noticesOf({ cart: ['tea'], session: answered })).toEqual([])
  })

  it('needs a builder, as a run does', async () => {
    const sessions = createSessionStore()
    for (const builder of [undefined, null, {}, talk().build]) {
      await expect(extend(builder as never, { scope })).rejects.toMatchObject(wrong('extend', 'builder'))
      await expect(openRun(builder as never, { sessions, scope, id: 's' })).rejects.toMatchObject(
        wrong('openRun', 'builder'),
      )
    }
    await expect((extend as () => Promise<unknown>)()).rejects.toMatchObject(wrong('extend', 'builder'))
  })
})

describe('a refusal', () => {
  it.each([
    [{ input: 100, limit: 500 }],
    [{ input: 500, limit: 500 }],
    [{ input: Number.NaN, limit: 500 }],
    [{ input: 600, limit: -1 }],
    [{ limit: 500, counted: 600, includesOutput: false }],
    [null],
  ])('that is no refusal of a request is an error: %j', async (refused) => {
    const { run } = await extend(talk(), { scope, message: 'Hi' })
    await expect(extend(talk(), { scope, message: 'Hi', run, refused: refused as never })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      details: { key: 'refused' },
    })
  })

  it('of a request that was too long cuts it', async () => {
    const { run } = await extend(talk(), { scope, message: 'Hi' })
    const context = await extend(talk(), { scope, message: 'Hi', run, refused: { input: 12_000, limit: 9_000 } })
    expect(cutOf(context)).toBe('window')
  })
})

describe('the scope of a run', () => {
  it.each([
    [{ tenant: 'acme', usr: 'ada' }, 'usr'],
    [{ tenant: 'acme', kind: 'Private' }, 'kind'],
  ])('is checked where the run is opened: %j', async (given, key) => {
    const invalid = { code: 'SCOPE_INVALID', details: { key } }
    const sessions = createSessionStore()
    await expect(openRun(talk(), { sessions, scope: given as never, id: 's' })).rejects.toMatchObject(invalid)
    await expect(extend(talk(), { scope: given as never, message: 'Hi' })).rejects.toMatchObject(invalid)
  })
})
