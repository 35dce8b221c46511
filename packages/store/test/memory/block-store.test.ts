import { isLamellaError } from '@lamella/core'
import { createBlockStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../core/test/support/word-ranker.ts'

const ada = { tenant: 'acme', agent: 'ada' }
const block = { id: 'b1', label: 'persona', kind: 'core' }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = (given: Uint8Array | undefined): string => new TextDecoder().decode(given)

describe('createBlockStore', () => {
  it('returns the new changes to a program that knows a block, and everything it needs after a compaction', async () => {
    const blocks = createBlockStore({ ranker: wordRanker })
    await blocks.create(ada, { ...block, snapshot: bytes('A') })
    const { revision } = await blocks.append(ada, 'b1', bytes('b'))
    await blocks.append(ada, 'b1', bytes('c'))
    const news = await blocks.read(ada, 'b1', revision)
    expect([news?.revision, news?.snapshot, news?.updates.map(textOf)]).toEqual([3, undefined, ['c']])
    await blocks.compact(ada, 'b1', bytes('ABC'), 3)
    await blocks.append(ada, 'b1', bytes('d'))
    const all = await blocks.read(ada, 'b1', revision)
    expect([all?.revision, textOf(all?.snapshot), all?.updates.map(textOf)]).toEqual([4, 'ABC', ['d']])
  })

  it('finds a block by its label only in its own scope, and by its words', async () => {
    const blocks = createBlockStore({ ranker: wordRanker })
    const made = await blocks.create(ada, { ...block, text: 'Ada likes green tea.' })
    const { text: _, ...info } = made
    expect(await blocks.find(ada, 'persona')).toEqual(info)
    for (const scope of [{ tenant: 'acme' }, { tenant: 'acme', agent: 'bob' }, { ...ada, user: 'u' }]) {
      expect(await blocks.find(scope, 'persona')).toBeUndefined()
      expect((await blocks.search(scope, { query: 'tea' })).hits).toEqual([])
    }
    const [hit] = (await blocks.search(ada, { query: 'Which tea?' })).hits
    expect(hit).toMatchObject({ item: made, by: ['keyword'] })
  })

  it('reports which block has a label, which revision a block has, and that a block is missing', async () => {
    const blocks = createBlockStore({ ranker: wordRanker })
    await blocks.create(ada, block)
    const second = await blocks.create(ada, { ...block, id: 'b2' }).catch((error: unknown) => error)
    expect(isLamellaError(second, 'BLOCK_EXISTS') && second.details).toEqual({ id: 'b1', label: 'persona' })
    const late = await blocks.change(ada, 'b1', {}, { expectedRevision: 4 }).catch((error: unknown) => error)
    expect(isLamellaError(late, 'BLOCK_CONFLICT') && late.details).toEqual({ id: 'b1', expected: 4, actual: 1 })
    const missing = await blocks.append(ada, 'b3', bytes('u')).catch((error: unknown) => error)
    expect(isLamellaError(missing, 'BLOCK_MISSING') && missing.details).toEqual({ id: 'b3' })
  })

  it('frees a label when its block is renamed, deleted or erased', async () => {
    const blocks = createBlockStore({ ranker: wordRanker })
    await blocks.create(ada, block)
    await blocks.change(ada, 'b1', { label: 'self' })
    await blocks.create(ada, { ...block, id: 'b2' })
    await blocks.delete(ada, 'b2')
    await blocks.create(ada, { ...block, id: 'b3' })
    expect(await blocks.erase({ tenant: 'acme' })).toBe(2)
    await blocks.create(ada, { ...block, id: 'b4', label: 'self' })
    expect((await blocks.list(ada)).blocks.map(({ id }) => id)).toEqual(['b4'])
  })
})
