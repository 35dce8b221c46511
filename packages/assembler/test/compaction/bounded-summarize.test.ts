import type { Summarize, SummarizeRequest } from '@lamella/layers'
import { describe, expect, it, vi } from 'vitest'
import { boundedSummarize } from '../../src/compaction/bounded-summarize.ts'
import { type Behaviour, behaviours, cause } from './support.ts'

const request = (signal = new AbortController().signal): SummarizeRequest => ({
  text: 'user: Hello',
  messages: [],
  maxOutputTokens: 100,
  signal,
})

async function thrown(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error
  }
  return undefined
}

describe('boundedSummarize', () => {
  it('returns what arrives in time, and rethrows errors unchanged', async () => {
    const bounded = boundedSummarize(behaviours.late, 60_000)
    expect(await bounded.summarize(request())).toBe('They spoke at length.')
    for (const name of ['throws', 'rejects'] as const) {
      const failing = boundedSummarize(behaviours[name], 60_000)
      const error = await thrown(() => failing.summarize(request()))
      expect(error).toBe(cause)
      expect(failing.isTimeout(error)).toBe(false)
    }
  })

  it.each<Behaviour>(['hangs', 'tooLate', 'rejectsTooLate'])(
    'abandons an answer that %s, and aborts its signal',
    async (name) => {
      let signal: AbortSignal | undefined
      const summarize: Summarize = (asked) => {
        signal = asked.signal
        return behaviours[name](asked)
      }
      const bounded = boundedSummarize(summarize, 2)
      const error = await thrown(() => bounded.summarize(request()))
      expect(error).toMatchObject({ message: "The summarizer's answer took longer than 2 ms." })
      expect(bounded.isTimeout(error)).toBe(true)
      expect(signal?.reason).toBe(error)
      // A late answer is ignored; an unhandled rejection would end the process.
      await new Promise((resolve) => setTimeout(resolve, 20))
    },
  )

  it.each<Behaviour>(['good', 'throws', 'rejects', 'late', 'hangs'])(
    'leaves no timer and no listener: %s',
    async (name) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      try {
        const control = new AbortController()
        const { signal } = control
        let listeners = 0
        const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)]
        signal.addEventListener = (...given: Parameters<typeof add>) => {
          listeners++
          add(...given)
        }
        signal.removeEventListener = (...given: Parameters<typeof remove>) => {
          listeners--
          remove(...given)
        }
        const ended = thrown(() => boundedSummarize(behaviours[name], 60_000).summarize(request(signal)))
        expect(listeners).toBe(1)
        if (name === 'hangs') control.abort()
        await ended
        expect(vi.getTimerCount()).toBe(0)
        expect(listeners).toBe(0)
      } finally {
        vi.useRealTimers()
      }
    },
  )

  it("ends with the caller's signal, and does not start after an abort", async () => {
    const control = new AbortController()
    const bounded = boundedSummarize(behaviours.hangs, 60_000)
    const asked = thrown(() => bounded.summarize(request(control.signal)))
    control.abort(new Error('enough'))
    expect(await asked).toMatchObject({ code: 'ABORTED', cause: new Error('enough') })
    let calls = 0
    const counted = boundedSummarize(() => `${++calls}`, 60_000)
    expect(await thrown(() => counted.summarize(request(control.signal)))).toMatchObject({
      code: 'ABORTED',
      cause: new Error('enough'),
    })
    expect(calls).toBe(0)
  })

  it('treats a timeout beyond the longest timer as the longest one', async () => {
    expect(await boundedSummarize(behaviours.late, 1e15).summarize(request())).toBe('They spoke at length.')
  })
})
