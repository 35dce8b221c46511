import { createAdapter } from '@lamella/host'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../core/test/support/layers.ts'
import { assistant, talk, user } from '../../core/test/support/talk.ts'

const codes = ({ report }: { readonly report: { readonly notices?: readonly { readonly code: string }[] } }) =>
  (report.notices ?? []).map(({ code }) => code)

describe('a report about the request as a whole', () => {
  it('names a question that another one takes the place of, until the session goes on', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id: 's' })
    const notices: string[][] = []
    for (const message of ['One', 'One', 'Two', 'Two']) notices.push(codes(await run.next({ message })))
    const waits = ['QUESTION_WAITS']
    expect(notices).toEqual([[], [], waits, waits])
    expect((await run.next()).report.notices).toMatchObject([{ code: 'QUESTION_WAITS', details: { questions: 2 } }])
    await run.next({ message: 'Two' })
    await run.append(assistant('2'))
    expect(codes(await run.next({ message: 'Three' }))).toEqual([])
  })

  it('names a host’s question that failed and was not asked again', async () => {
    const adapter = createAdapter('test', { builder: talk(), sessions: createSessionStore() })
    const ask = (content: string) => adapter.next({ scope, session: 's', messages: [user(content)] })
    await (await ask('One')).answered([], { failed: true })
    expect(codes((await ask('Two')).context)).toEqual(['QUESTION_WAITS'])
  })

  it('names a call without a session where sessions are configured, and tells observers', async () => {
    const seen: unknown[] = []
    const sessions = createSessionStore()
    const builder = talk().observe((event) => event.type === 'notice' && seen.push(event.notice.code))
    const call = { scope, messages: [user('One')] }
    for (const history of ['session', 'host'] as const) {
      const { context } = await createAdapter('test', { builder, sessions, history }).next(call)
      expect(codes(context)).toEqual(['SESSION_NOT_NAMED'])
    }
    expect(seen).toEqual(['SESSION_NOT_NAMED', 'SESSION_NOT_NAMED'])
    expect(codes((await createAdapter('test', { builder }).next(call)).context)).toEqual([])
  })

  it('has what its caller has noticed, and takes nothing but notices', async () => {
    const notice = { code: 'LATE', what: 'It is late.' }
    const { report } = await talk().build({ scope, message: 'Hi', notices: [notice] })
    expect(report.notices).toEqual([notice])
    const wrong = talk().build({ scope, message: 'Hi', notices: ['late'] as never })
    await expect(wrong).rejects.toMatchObject({ code: 'REQUEST_INVALID', details: { key: 'notices' } })
  })
})
