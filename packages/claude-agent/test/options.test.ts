import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { claudeSessions } from '../src/index.ts'

const sessions = createSessionStore()

describe('claudeSessions', () => {
  it.each([
    [{}, { tenant: 'acme' }, {}, "'sessions' must be an object with a method append"],
    [sessions, {}, {}, "'tenant' is missing"],
    [sessions, { tenant: '' }, {}, "'tenant' must not be empty"],
    [sessions, { tenant: 'acme', agent: 'a' }, {}, "'agent' is not an option"],
    [sessions, { tenant: 'acme' }, { foldSessionSummary: true }, "'foldSessionSummary' must be a function"],
    [sessions, { tenant: 'acme' }, { onNotices: () => {} }, "Did you mean 'onNotice'?"],
  ])('rejects what it cannot use: %#', (store, owner, options, problem) => {
    const make = (): unknown => claudeSessions(store as never, owner as never, options as never)
    expect(make).toThrow(expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringContaining(problem) }))
  })

  it('does not let a listener that throws reject an append', async () => {
    const onNotice = (): never => {
      throw new Error('No.')
    }
    const fold = onNotice
    const store = claudeSessions(sessions, { tenant: 'acme' }, { onNotice, foldSessionSummary: fold })
    const key = { projectKey: 'work', sessionId: 'one' }
    await store.append(key, [{ type: 'user', uuid: 'u1' }])
    expect(await store.load(key)).toEqual([{ type: 'user', uuid: 'u1' }])
  })
})
