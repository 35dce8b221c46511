import type { ToolDefinition } from '@lamella/core'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { describe, expect, it } from 'vitest'
import own from './set/tools.json' with { type: 'json' }

const tool = (name: string, description = ''): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object' },
})
const tools = own as unknown as readonly ToolDefinition[]
const names = (hits: readonly { readonly name: string }[]): readonly string[] => hits.map(({ name }) => name)

describe('a hit is confident', () => {
  const index = toolIndex(tools)
  const sure = (query: string): readonly string[] => names(index.search(query).filter(({ confident }) => confident))

  // A search must not pass off tools that do not fit (hermes-agent#106676).
  it.each(['sharpen the kitchen knives', 'create a sculpture', 'the of and to', 'please help me with something'])(
    'not where nothing fits: %s',
    (query) => {
      expect(sure(query)).toEqual([])
    },
  )
  it('where the words of a question meet in one tool', () => {
    expect(sure('Could you translate this text for my aunt?')).toContain('translate__text')
  })
  it('by one word only if the query is nothing else', () => {
    const calls = toolIndex([
      tool('call', 'Starts a phone call.'),
      tool('mail'),
      tool('fax'),
      tool('page'),
      tool('ring'),
    ])
    expect(calls.search('call')[0]).toMatchObject({ name: 'call', confident: true })
    expect(calls.search('Let us call it a day')[0]).toMatchObject({ name: 'call', confident: false })
  })
  it.each([
    ['明日の天気予報を教えて', 'weather'],
    ['メールを送って', 'mail'],
    ['天気', 'weather'],
    ['天気の話はもうやめて', undefined],
    ['昨日メールの夢を見た', undefined],
  ])('in a script without spaces, too, where terms overlap: %s', (query, name) => {
    const calls = toolIndex([
      tool('weather', '天気予報を取得する'),
      tool('mail', 'メールを送信する'),
      tool('calendar', '予定を登録する'),
      tool('route', '電車の経路を検索する'),
      tool('shop', '店を探す'),
    ])
    expect(names(calls.search(query).filter(({ confident }) => confident))).toEqual(name === undefined ? [] : [name])
  })
  it('as well if variants of the tool have the same words', () => {
    const verbs = ['create', 'list', 'cancel', 'update']
    const things = {
      pitch: 'grass for a tent',
      kayak: 'boat with paddles',
      cabin: 'hut of wood',
      sauna: 'oven and towels',
    }
    const all = Object.entries(things).flatMap(([thing, text]) => verbs.map((verb) => tool(`${verb}_${thing}`, text)))
    const without = all.filter(({ name }) => name === 'list_kayak' || !name.endsWith('_kayak'))
    const [one] = toolIndex(all).search('list kayaks')
    const [alone] = toolIndex(without).search('list kayaks')
    expect(one).toMatchObject({ name: 'list_kayak', confident: true })
    expect(one?.why.evidence).toBe(alone?.why.evidence)
  })
  it('never if the filter excludes the tool', () => {
    expect(sure('translate text')).toContain('translate__text')
    expect(names(index.search('translate text', { filter: (name) => name !== 'translate__text' }))).not.toContain(
      'translate__text',
    )
    expect(index.search('translate text', { filter: () => false })).toEqual([])
  })
})

describe('words that begin alike', () => {
  const index = toolIndex([
    tool('astronomy', 'About stars.'),
    tool('unit_a1b2c3', 'A part.'),
    tool('asterisk', 'A sign.'),
  ])
  it('find each other if no tool has the word', () => {
    const hits = index.search('astronomers')
    expect(hits.map(({ name, why }) => [name, why.matched])).toEqual([
      ['astronomy', [{ word: 'astronom', as: 'astronomi', in: ['name'] }]],
    ])
  })
  it('but not identifiers, nor words that only begin alike', () => {
    expect(index.search('a1b2c34')).toEqual([])
    expect(index.search('asteroid')).toEqual([])
  })
})

describe('nothing is returned', () => {
  it.each(['', 'qwertz', 'of and'])('where no word is in any tool: "%s"', (query) => {
    expect(toolIndex(tools).search(query)).toEqual([])
  })
})
