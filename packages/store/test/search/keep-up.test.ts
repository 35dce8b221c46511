import type { Appended } from '@lamella/store'
import { createKeepUp } from '@lamella/store/search'
import { expect, it } from 'vitest'

const owner = { tenant: 'acme', user: 'ada', agent: '' }
const appended: Appended = { revision: 1, start: 0, length: 1, repeated: false }

/** Steps that end when the test says so. */
function setup() {
  const steps: ((count: number | Error) => void)[] = []
  const keepUp = createKeepUp(
    () =>
      new Promise((resolve, reject) => {
        steps.push((count) => (count instanceof Error ? reject(count) : resolve(count)))
      }),
  )
  const events: string[] = []
  const close = keepUp.close(async () => void events.push('closed'))
  return {
    ...{ steps, events, close },
    append: keepUp.append(async () => appended),
    search: keepUp.search(async (_, indexed: { readonly of: number; readonly done: number }) => ({ indexed })),
  }
}

it('an append begins a step only after a search has found the index of its owner behind, and does not wait for it', async () => {
  const { steps, append, search } = setup()
  await append(owner)
  await search(owner, { of: 5, done: 5 })
  await append(owner)
  expect(steps).toHaveLength(0)
  await search(owner, { of: 5, done: 4 })
  await append({ ...owner, user: '' })
  expect(steps).toHaveLength(0)
  expect(await append(owner)).toBe(appended)
  await append(owner)
  expect(steps).toHaveLength(1)
})

it('steps go on until one finds nothing left; a failed one ends them until the next search', async () => {
  for (const last of [0, new Error('gone')]) {
    const { steps, append, search, close, events } = setup()
    await search(owner, { of: 5, done: 4 })
    await append(owner)
    steps[0]?.(3)
    await close()
    await append(owner)
    expect(steps).toHaveLength(2)
    const closing = close()
    expect(events).toEqual(['closed'])
    steps[1]?.(last)
    await closing
    expect(events).toEqual(['closed', 'closed'])
    await append(owner)
    expect(steps).toHaveLength(2)
  }
})
