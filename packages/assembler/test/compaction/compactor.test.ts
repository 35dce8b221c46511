import type { CompactSessionRequest, Summarize } from '@lamella/compaction'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { behaviours, plain, scope, shown, summariesOf } from '../../../compaction/test/session/support.ts'
import { createCompactor } from '../../src/compaction/compactor.ts'

async function request(
  more: Partial<CompactSessionRequest> = {},
): Promise<CompactSessionRequest & { store: SessionStore }> {
  const store = createSessionStore()
  for (const owner of [scope, { tenant: 'acme' }]) await store.append(owner, 's', plain(10))
  await store.append(scope, 'other', plain(10))
  return { store, scope, session: 's', summarize: behaviours.late, keepRecent: 4, ...more }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('createCompactor', () => {
  it('compacts a session once for concurrent callers, and again for later ones', async () => {
    const compact = createCompactor()
    let calls = 0
    const summarize: Summarize = async () => {
      calls++
      return behaviours.late()
    }
    const asked = await request({ summarize })
    const [one, two] = await Promise.all([compact(asked), compact({ ...asked, scope: { ...scope, kind: 'private' } })])
    expect(one.compacted).toBe(true)
    expect(two).toBe(one)
    expect(calls).toBe(1)
    expect(summariesOf(await shown(asked.store, 's'))).toHaveLength(1)
    expect(await compact(asked)).toMatchObject({ compacted: false, failed: [] })
  })

  it('keeps sessions, scopes and stores apart', async () => {
    const compact = createCompactor()
    const asked = await request()
    const results = await Promise.all([
      compact(asked),
      compact({ ...asked, session: 'other' }),
      compact({ ...asked, scope: { tenant: 'acme' } }),
      compact(await request()),
    ])
    expect(new Set(results).size).toBe(4)
    expect(results.map(({ compacted }) => compacted)).toEqual([true, true, true, true])
  })

  it('lets one caller leave, and ends the work when no caller waits', async () => {
    const compact = createCompactor()
    const [a, b] = [new AbortController(), new AbortController()]
    let work: AbortSignal | undefined
    const summarize: Summarize = ({ signal }) => {
      work = signal
      return behaviours.hangs()
    }
    const asked = await request({ summarize })
    const both = [a, b].map(({ signal }) => compact({ ...asked, signal }).catch((error: unknown) => error))
    await turn()
    await turn()
    a.abort(new Error('enough'))
    expect(await both[0]).toMatchObject({ code: 'ABORTED', cause: new Error('enough') })
    expect(work?.aborted).toBe(false)
    b.abort()
    expect(await both[1]).toMatchObject({ code: 'ABORTED' })
    await turn()
    expect(work?.aborted).toBe(true)
    expect(await compact({ ...asked, summarize: behaviours.good })).toMatchObject({ compacted: true })
  })

  it('reports missing dependencies to each caller, even while another compaction is running', async () => {
    const compact = createCompactor()
    const asked = await request()
    const first = compact(asked)
    await expect(compact({ ...asked, summarize: undefined })).rejects.toMatchObject({ code: 'COMPACTION_UNSUPPORTED' })
    await expect(compact({ ...asked, scope: {} as { tenant: string } })).rejects.toMatchObject({
      code: 'SCOPE_INVALID',
    })
    expect(await first).toMatchObject({ compacted: true })
  })
})
