import { defineLayer, type Layer, type LayerRequest } from '@lamella/core'
import { fakeRequest, layerSuite, runSuite } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'

interface Database {
  readonly database: { readonly titles: readonly string[] }
}

const titles: Layer<'titles', Database> = defineLayer('titles', {
  load: ({ database, query }: LayerRequest & Database) =>
    database.titles.map((content) => ({ id: content, content, rank: query.includes(content) ? 1 : 0 })),
})

const codes = async (...input: Parameters<typeof layerSuite>): Promise<readonly string[]> =>
  (await runSuite(layerSuite(...input))).failed.map(({ code }) => code)

describe('the options of layerSuite', () => {
  it('pass the layer the fields it needs', async () => {
    const cases = layerSuite(() => titles, { request: { database: { titles: ['Launch', 'Budget'] } } })
    expect((await runSuite(cases)).failed).toEqual([])
    expect(fakeRequest({ database: { titles: [] } }).database.titles).toEqual([])
  })

  it('do not compile without the fields that the layer needs', () => {
    // @ts-expect-error the layer needs a database
    const missing = () => layerSuite(() => titles)
    // @ts-expect-error the request lacks the database
    const lacking = () => layerSuite(() => titles, { request: { query: 'launch' } })
    // @ts-expect-error a misspelled field
    const misspelled = () => layerSuite(() => titles, { request: { database: { titles: [] }, qery: 'x' } })
    expect([missing, lacking, misspelled]).toHaveLength(3)
  })

  it("add the author's requests, which must also be answered with valid output", async () => {
    const picky = defineLayer('picky', { load: ({ query }) => (query === 'rank' ? [{ id: '', content: '' }] : 'fine') })
    expect(await codes(() => picky)).toEqual([])
    expect(await codes(() => picky, { requests: [{ query: 'rank' }] })).toEqual(['LAYER_IDS'])
  })

  it('let a layer that calls a live service differ between loads', async () => {
    let asked = 0
    const live = defineLayer('live', { load: () => `Load ${asked++}` })
    expect(await codes(() => live)).toEqual(['LAYER_DETERMINISTIC'])
    expect(await codes(() => live, { deterministic: false })).toEqual([])
  })

  it('can require an aborted load to reject', async () => {
    const heedless = defineLayer('heedless', { load: () => 'text' })
    const heeding = defineLayer('heeding', {
      load: ({ signal }) => {
        signal.throwIfAborted()
        return 'text'
      },
    })
    expect(await codes(() => heedless, { abort: 'rejects' })).toEqual(['LAYER_ABORT'])
    expect(await codes(() => heeding, { abort: 'rejects' })).toEqual([])
  })

  it('let compose reword the kept fragments, but not lose them all', async () => {
    const digest = defineLayer('digest', { load: () => 'A long story.', compose: (kept) => `${kept.length} stories` })
    const mute = defineLayer('mute', { load: () => 'A long story.', compose: () => ' ' })
    expect(await codes(() => digest, { composed: 'not-empty' })).toEqual([])
    expect(await codes(() => mute, { composed: 'not-empty' })).toEqual(['LAYER_COMPOSE'])
  })

  it('report a load as hung after the patience has elapsed', async () => {
    const hanging = defineLayer('hanging', { load: () => new Promise<string>(() => {}) })
    const [first] = layerSuite(() => hanging, { patience: 10 }).filter(({ code }) => code === 'LAYER_OUTPUT')
    await expect(first?.run()).rejects.toThrow('expected load to reject or to return, but saw neither after 10 ms')
  })
})
