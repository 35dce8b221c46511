import {
  type CompactionEvent,
  type CompactionSettings,
  type ContextAssemblerConfig,
  createContextAssembler,
} from '@lamella/assembler'
import type { Summarize } from '@lamella/compaction'
import type { Message } from '@lamella/core'
import { summaryRange } from '@lamella/core/plugin'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { assistant, scope, user } from '../assembler/support.ts'
import { isDigest } from '../runs/instructions-of.ts'

const window = 6_000
const options = { model: 'any', window, reserve: 500 } as const
const question = (number: number): Message => user(`Question ${number}: ${'why '.repeat(20)}`)
const answer = (number: number): Message => assistant(`Answer ${number}: ${'because '.repeat(20)}`)

/** A summarizer that answers when it is told to. */
function patient(): { readonly summarize: Summarize; readonly calls: (() => void)[]; readonly signals: AbortSignal[] } {
  const calls: (() => void)[] = []
  const signals: AbortSignal[] = []
  const summarize: Summarize = ({ signal }) =>
    new Promise((resolve, reject) => {
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason))
      calls.push(() => resolve('They asked why.'))
    })
  return { summarize, calls, signals }
}

function begin(summarize: Summarize, more: CompactionSettings = {}) {
  const sessionStore = createSessionStore()
  const events: CompactionEvent[] = []
  const start = (config: ContextAssemblerConfig = {}) =>
    createContextAssembler(
      { sessionStore, scope, summarize },
      {
        tokenizer: charTokenizer,
        includeDatetime: false,
        compaction: { mode: 'background', onEnd: (event) => events.push(event), ...more },
        ...config,
      },
    )
  let number = 0
  const assembler = start()
  /** Sends one turn, and returns the request. */
  const turn = async (from = assembler) => {
    await sessionStore.append(scope, 's', [question(number)])
    const context = await from.assemble('s', undefined, options)
    await sessionStore.append(scope, 's', [answer(number++)])
    return context
  }
  /** Sends turns until a compaction has begun. */
  const untilBegun = async (calls: readonly unknown[]) => {
    while (calls.length === 0) {
      await turn()
      await new Promise(setImmediate)
    }
  }
  return { sessionStore, events, start, assembler, turn, untilBegun }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))

describe('compaction in the background', () => {
  it('lets requests go on with the old history, and takes effect when the run has to be cut', async () => {
    const { summarize, calls } = patient()
    const { sessionStore, events, assembler, turn, untilBegun, start } = begin(summarize)
    await untilBegun(calls)
    const during = await turn()
    expect(during.report.run).toMatchObject({ epoch: 1 })
    expect(during.metadata.shouldCompact).toBe(false)
    expect(await assembler.checkCompaction('s', options)).toMatchObject({ needed: false, background: 'running' })
    calls[0]?.()
    await assembler.idle()
    expect(events).toMatchObject([{ session: 's', scope, result: { compacted: true, strategy: 'summarize' } }])
    expect(await sessionStore.compactions.list(scope, 's')).toHaveLength(1)

    // The summary is there, and the epoch goes on without it, also in another process.
    const after = await turn(start())
    expect([after.report.run?.epoch, after.report.run?.cut]).toEqual([1, undefined])
    expect(after.messages.slice(0, during.messages.length)).toEqual(during.messages)
    expect(await assembler.checkCompaction('s', options)).toMatchObject({
      needed: false,
      background: 'waiting',
      last: { result: { compacted: true } },
    })
    let cut = await turn()
    let previous = after
    while (cut.report.run?.cut === undefined) {
      expect(cut.messages.slice(0, previous.messages.length)).toEqual(previous.messages)
      previous = cut
      cut = await turn()
    }
    expect(cut.report.run).toMatchObject({ epoch: 2, cut: { reason: 'asked' } })
    const said = cut.messages.filter((one) => !isDigest(one))
    expect(said[0] && summaryRange(said[0])).toMatchObject({ start: 0 })
    // Everything that the summary does not cover is there.
    const { end = 0 } = said[0] ? (summaryRange(said[0]) ?? {}) : {}
    const { length = 0 } = (await sessionStore.info(scope, 's')) ?? {}
    expect(said).toHaveLength(1 + length - 1 - end)
    expect(cut.metadata.shouldCompact).toBe(false)
    expect(calls).toHaveLength(1)
  })

  it('is compacted further if too much is said while a summary waits', async () => {
    const { summarize, calls } = patient()
    const { assembler, turn, untilBegun } = begin(summarize, { messageThreshold: 6, keepRecent: 2 })
    await untilBegun(calls)
    calls.at(-1)?.()
    await assembler.idle()
    const epochs = new Set<number | undefined>()
    for (let more = 0; more < 60; more++) {
      const { report } = await turn()
      epochs.add(report.run?.epoch)
      expect(report.run?.cut?.reason).not.toBe('window')
      await new Promise(setImmediate)
      calls.at(-1)?.()
      await assembler.idle()
    }
    expect(calls.length).toBeGreaterThan(5)
    expect(epochs.size).toBeLessThan(calls.length)
  })

  it('is one at a time for each session, and joins one that is asked for', async () => {
    const { summarize, calls } = patient()
    const { assembler, turn, untilBegun, events } = begin(summarize)
    await untilBegun(calls)
    await turn()
    await turn()
    const asked = assembler.compact('s')
    await settled()
    expect(calls).toHaveLength(1)
    calls[0]?.()
    expect((await asked).compacted).toBe(true)
    await assembler.idle()
    expect(events).toHaveLength(1)
  })

  it.each<[string, Summarize, object]>([
    ['fails', () => Promise.reject(new Error('no model today')), { result: { failed: [{ reason: 'threw' }] } }],
    ['returns nothing', () => '', { result: { failed: [{ reason: 'empty' }] } }],
  ])('that %s is reported, to the observer and by the next check, and not repeated at once', async (_, fail, last) => {
    let calls = 0
    const summarize: Summarize = (request) => {
      calls++
      return fail(request)
    }
    const { assembler, turn, events } = begin(summarize)
    while (calls === 0) {
      await turn()
      await assembler.idle()
    }
    expect(events).toMatchObject([last])
    expect(await assembler.checkCompaction('s', options)).toMatchObject({ needed: false, coolingDown: true, last })
    await turn()
    await assembler.idle()
    expect(calls).toBe(1)
  })

  it('reports errors of the store, and ignores what an observer throws', async () => {
    const sessionStore = createSessionStore()
    const cause = new Error('no disk')
    let isBroken = false
    const broken = {
      ...sessionStore,
      compactions: {
        ...sessionStore.compactions,
        list: (...given: Parameters<typeof sessionStore.compactions.list>) =>
          isBroken ? Promise.reject(cause) : sessionStore.compactions.list(...given),
      },
    }
    const assembler = createContextAssembler(
      { sessionStore: broken, scope, summarize: () => 'They asked why.' },
      {
        tokenizer: charTokenizer,
        compaction: {
          mode: 'background',
          messageThreshold: 2,
          onEnd: () => {
            throw new Error('an observer')
          },
        },
      },
    )
    await sessionStore.append(scope, 's', [question(0), answer(0), question(1)])
    const assembling = assembler.assemble('s', undefined, options)
    await assembling
    isBroken = true
    await assembler.idle()
    isBroken = false
    expect(await assembler.checkCompaction('s', options)).toMatchObject({ last: { error: cause } })
  })

  it('is aborted by close, which waits for it; then none is started, and everything else works', async () => {
    const { summarize, calls, signals } = patient()
    const { assembler, turn, untilBegun, events, sessionStore } = begin(summarize)
    await untilBegun(calls)
    await assembler.close()
    expect(signals[0]?.aborted).toBe(true)
    expect(events).toMatchObject([{ error: { code: 'ABORTED' } }])
    expect(await sessionStore.compactions.list(scope, 's')).toEqual([])
    for (let more = 0; more < 3; more++) await turn()
    await settled()
    expect(calls).toHaveLength(1)
    await assembler.close()
  })

  it('needs a store that keeps summaries, and somebody who writes them', () => {
    const { compactions: _, ...without } = createSessionStore()
    const config = { compaction: { mode: 'background' } } as const
    const summarize = (): string => 'x'
    for (const [dependencies, missing] of [
      [{ sessionStore: without, scope, summarize }, 'store'],
      [{ sessionStore: { getMessages: () => [] }, summarize }, 'store'],
      [{ sessionStore: createSessionStore(), scope }, 'summarize'],
    ] as const) {
      const make = (): unknown => createContextAssembler(dependencies, config)
      expect(make).toThrow(expect.objectContaining({ code: 'COMPACTION_UNSUPPORTED', details: { missing } }))
    }
  })
})
