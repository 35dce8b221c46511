import { getEventListeners } from 'node:events'
import { isLamellaError } from '@lamella/core'
import { withDeadline } from '@lamella/core/plugin'
import { afterEach, describe, expect, it, vi } from 'vitest'

const never = (): Promise<never> => new Promise(() => {})
const what = 'The search'

afterEach(() => vi.useRealTimers())

describe('withDeadline', () => {
  it('returns the result of the work, and passes on its errors, at once or later', async () => {
    await expect(withDeadline(() => 7, { what })).resolves.toBe(7)
    await expect(withDeadline(async () => 'a', { what, deadline: 1_000 })).resolves.toBe('a')
    const error = new TypeError('x')
    const throws = (): never => {
      throw error
    }
    await expect(withDeadline(throws, { what, deadline: 1_000 })).rejects.toBe(error)
    await expect(withDeadline(async () => throws(), { what })).rejects.toBe(error)
    await expect(withDeadline(throws, { what })).rejects.toBe(error)
  })

  it('does not start work whose signal is aborted', async () => {
    const work = vi.fn()
    const error = await withDeadline(work, { what, signal: AbortSignal.abort('why') }).catch((one: unknown) => one)
    expect(isLamellaError(error, 'ABORTED') && error.cause).toBe('why')
    expect(work).not.toHaveBeenCalled()
  })

  it('stops waiting for hanging work when the signal is aborted, and aborts the work', async () => {
    const control = new AbortController()
    let received: AbortSignal | undefined
    const waiting = withDeadline(
      (signal) => {
        received = signal
        return never()
      },
      { what, signal: control.signal },
    )
    control.abort('stop')
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED', cause: 'stop' })
    expect(received?.aborted).toBe(true)
  })

  it('throws ABORTED even if the work throws its own error', async () => {
    const control = new AbortController()
    const work = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('mine'))))
    const waiting = withDeadline(work, { what, signal: control.signal })
    control.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('stops waiting for work that takes too long, with the given error', async () => {
    vi.useFakeTimers()
    const late = withDeadline(never, { what, deadline: 50 })
    const named = withDeadline(never, { what, deadline: 60, timedOut: (ms) => new RangeError(`${ms}`) })
    const ends = Promise.allSettled([late, named])
    await vi.advanceTimersByTimeAsync(60)
    expect((await ends).map((one) => one.status === 'rejected' && String(one.reason))).toEqual([
      'Error: The search took longer than 50 ms.',
      'RangeError: 60',
    ])
  })

  it('uses the longest possible timer for a deadline that exceeds it', async () => {
    vi.useFakeTimers()
    const waiting = withDeadline(async () => new Promise((resolve) => setTimeout(resolve, 5_000, 'a')), {
      what,
      deadline: Number.MAX_SAFE_INTEGER,
    })
    await vi.advanceTimersByTimeAsync(5_000)
    await expect(waiting).resolves.toBe('a')
  })

  it('leaves neither a timer nor a listener', async () => {
    vi.useFakeTimers()
    const { signal } = new AbortController()
    await withDeadline(() => 1, { what, signal, deadline: 1_000 })
    expect(vi.getTimerCount()).toBe(0)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})
