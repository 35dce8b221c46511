import { type Context, defineLayer, type Fragment, type Layer, type Stability } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { framing } from '../support/char-tokenizer.ts'
import { scope, start } from '../support/layers.ts'

const look = { name: 'look', inputSchema: {} }
const part = (name: string, stability: Stability, text = name): Layer =>
  defineLayer(name, { stability, load: () => text })
const chat = (name: string, stability: Stability, fragments: readonly Fragment[]): Layer =>
  defineLayer(name, { stability, placement: 'messages', load: () => fragments })
const said = (id: string, more: Partial<Fragment> = {}): Fragment => ({ id, content: id, ...more })
const paged = (...pages: readonly (number | undefined)[]): readonly Fragment[] =>
  pages.map((page, index) => said(`m${index}`, { page }))

const build = (layers: readonly Layer[], tools: readonly (typeof look)[] = [], window = 1_000): Promise<Context> =>
  start().use(layers).tools(tools).budget({ window, reserve: 0 }).build({ scope })
/** For example `messages[3] end 41`. */
const points = async (...args: Parameters<typeof build>): Promise<readonly string[]> =>
  (await build(...args)).report.cache.points.map(({ place, index, of, tokens }) => `${place}[${index}] ${of} ${tokens}`)

describe('cache points', () => {
  it('follow the tools, the static and the session parts, the last whole page and everything that the next turn repeats', async () => {
    const layers = [
      part('a', 'static', 'aaaa'),
      part('b', 'static', 'bb'),
      part('c', 'session', 'ccc'),
      chat('past', 'turn', paged(0, 0, 1, 1, 2, undefined)),
      chat('new', 'turn', [said('new', { pinned: true })]),
    ]
    const context = await build(layers, [look])
    expect(context.report.cache).toEqual({
      points: [
        { place: 'tools', index: 0, tokens: 3 + 13, stability: 'static', of: 'tools' },
        { place: 'system', index: 1, tokens: 16 + 2 + 4 + 2 + 2, stability: 'static', of: 'static' },
        { place: 'system', index: 2, tokens: 26 + 2 + 3, stability: 'session', of: 'session' },
        { place: 'messages', index: 3, tokens: 31 + 4 * 4, stability: 'session', of: 'page' },
        { place: 'messages', index: 4, tokens: 47 + 4, stability: 'session', of: 'end' },
      ],
    })
    expect(context.report.tokens.total).toBe(51 + 4 + 5)
  })

  it('end at the total if nothing follows', async () => {
    const { report } = await build([part('a', 'session'), chat('past', 'session', [said('one'), said('two')])], [look])
    expect(report.cache.points.at(-1)).toMatchObject({ of: 'end', index: 1, tokens: report.tokens.total })
  })

  it('are absent if nothing stays the same', async () => {
    expect(await points([])).toEqual([])
    expect(await points([part('a', 'turn'), part('b', 'static')])).toEqual([])
    expect(await points([chat('new', 'turn', [said('new', { pinned: true })])])).toEqual([])
    expect(await points([chat('past', 'turn', paged(undefined, 0))])).toEqual([])
  })

  it('are unique', async () => {
    expect(await points([part('a', 'static')])).toEqual(['system[0] static 6'])
    expect(await points([part('a', 'session')])).toEqual(['system[0] session 6'])
    expect(await points([part('a', 'static'), part('b', 'turn'), part('c', 'session')])).toEqual(['system[0] static 6'])
    expect(await points([chat('past', 'turn', paged(3, 3, 3))])).toEqual(['messages[2] end 15'])
  })

  it('precede a part that changes on every turn, and exclude all messages, wherever that part is', async () => {
    const past = chat('past', 'static', [said('one')])
    expect(await points([past, part('a', 'static'), part('b', 'turn')])).toEqual(['system[0] static 6'])
    expect(await points([past, part('a', 'static'), part('b', 'turn', '')])).toEqual([
      'system[0] static 6',
      'messages[0] end 11',
    ])
  })

  it('pass over a pinned message only if pages of the same layer follow', async () => {
    const opener = said('ask', { pinned: true })
    const steps = [opener, ...paged(0, 0, 1, 1, undefined)]
    expect(await points([chat('past', 'turn', steps)])).toEqual(['messages[2] page 16', 'messages[4] end 24'])
    expect(await points([chat('past', 'turn', [...paged(0), opener])])).toEqual(['messages[0] end 7'])
    expect(await points([chat('clock', 'turn', [opener]), chat('past', 'turn', paged(0, 1))])).toEqual([])
    expect(
      await points([chat('past', 'turn', [...paged(0, 1), opener]), chat('more', 'session', [said('x')])]),
    ).toEqual(['messages[0] page 7', 'messages[1] end 11'])
  })

  it('count pages of one layer only, and continue through layers without pages', async () => {
    const examples = chat('examples', 'static', [said('q'), said('a')])
    const other = chat('other', 'turn', paged(0, 7))
    expect(await points([examples, chat('past', 'turn', paged(8, 9)), other])).toEqual([
      'messages[4] page 21',
      'messages[5] end 25',
    ])
    expect(await points([chat('past', 'turn', paged(1, 2)), examples])).toEqual([
      'messages[0] page 7',
      'messages[3] end 17',
    ])
  })

  it('follow the kept content: dropped pages are gone, shortened fragments stay in place', async () => {
    const long = said('long', { content: 'x'.repeat(30), shorter: ['xx'], page: 0, rank: 2 })
    const tight = await build(
      [chat('past', 'turn', [long, said('m1', { page: 1, rank: 1 }), said('m2', { page: 2 })])],
      [],
      12,
    )
    expect(tight.report.rows.map(({ fragment, action }) => `${fragment} ${action}`)).toEqual([
      'long shortened',
      'm1 dropped',
      'm2 dropped',
    ])
    expect(tight.report.cache.points.map(({ of, tokens }) => [of, tokens])).toEqual([['end', 3 + 2 + 2]])
  })

  it('count a fragment as its source did, and a part as the request does', async () => {
    const past = chat('past', 'session', [said('one', { tokens: [40] }), said('two')])
    const { report } = await build([part('a', 'static', 'é😀'), past])
    expect(report.cache.points.at(-1)?.tokens).toBe(3 + 2 + 3 + 40 + 5)
    expect(report.cache.points.at(-1)?.tokens).toBe(report.tokens.total)
  })

  it('include the framing of the tools and the system prompt, and the separators between parts', async () => {
    const { report } = await start()
      .framing({ ...framing, tools: 100, message: 10, systemSeparator: '-----' })
      .use([part('a', 'static'), part('b', 'session'), part('c', 'session')])
      .tools([look])
      .budget({ window: 1_000, reserve: 0 })
      .build({ scope })
    const tools = 3 + 100 + 13
    expect(report.cache.points.map(({ tokens }) => tokens)).toEqual([tools, tools + 10 + 1, tools + 10 + 3 + 2 * 5])
    expect(report.cache.points.at(-1)?.tokens).toBe(report.tokens.total)
  })

  it('are computed once, on first access', async () => {
    const { report } = await build([part('a', 'static')])
    expect(report.cache).toBe(report.cache)
    expect(report.cache).not.toHaveProperty('prefix')
  })
})
