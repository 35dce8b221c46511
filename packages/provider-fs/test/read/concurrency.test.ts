import { expect, it } from 'vitest'
import { createLimiter } from '../../src/read/concurrency.ts'

it('the limiter never exceeds its concurrency, whenever tasks arrive and however they end', async () => {
  const limited = createLimiter(3)
  let running = 0
  let most = 0
  const done: number[] = []
  const task = (id: number) => async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running--
    done.push(id)
    if (id % 5 === 0) throw new Error('failed')
  }
  const waves: Promise<unknown>[] = []
  for (let id = 1; id <= 60; id++) {
    waves.push(limited(task(id)).catch(() => undefined))
    if (id % 4 === 0) await Promise.resolve()
  }
  await Promise.all(waves)
  expect(most).toBe(3)
  expect(running).toBe(0)
  expect(done).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
})
