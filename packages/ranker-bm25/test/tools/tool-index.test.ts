import type { JsonSchema, ToolDefinition } from '@lamella/core'
import { german } from '@lamella/ranker-bm25/languages'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import own from './set/tools.json' with { type: 'json' }

const tool = (
  name: string,
  description = '',
  properties: Readonly<Record<string, JsonSchema>> = {},
): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
})
const tools = own as unknown as readonly ToolDefinition[]
const names = (hits: readonly { readonly name: string }[]): readonly string[] => hits.map(({ name }) => name)

describe('what a tool is found by', () => {
  const index = toolIndex([
    tool('github__createPullRequest', 'Proposes changes.', { reviewers: { type: 'array', items: { type: 'string' } } }),
    tool('convert.units', 'Converts.', { unit: { type: 'string', enum: ['furlong', 'chain'] } }),
    tool('s3-upload', 'Stores bytes.', {
      options: { type: 'object', properties: { acl: { description: 'Who may read: canned.' } } },
    }),
    tool('pay', 'Pays.', {
      method: {
        anyOf: [
          { type: 'string', const: 'voucher' },
          { type: 'object', properties: { iban: {} } },
        ],
      },
    }),
  ])
  it.each([
    ['words of its name, split at capitals and separators', 'pull request', 'github__createPullRequest'],
    ['its namespace', 'github', 'github__createPullRequest'],
    ['its description, stemmed', 'proposing a change', 'github__createPullRequest'],
    ['a parameter', 'reviewer', 'github__createPullRequest'],
    ['a value that a parameter can have', 'furlongs', 'convert.units'],
    ['a nested parameter', 'acl', 's3-upload'],
    ['a parameter of an alternative', 'iban', 'pay'],
    ['a constant', 'voucher', 'pay'],
    ['another word for the same', 'make a pull request', 'github__createPullRequest'],
  ])('%s', (_, query, expected) => {
    expect(names(index.search(query))[0]).toBe(expected)
  })

  it('says by which words, and where they are', () => {
    const [hit] = index.search('make pull request')
    expect(hit).toMatchObject({ confident: true, why: { exact: false } })
    expect(hit?.why).toMatchObject({
      matched: [
        { word: 'make', as: 'creat', in: ['name'] },
        { word: 'pull', in: ['name'] },
        { word: 'request', in: ['name'] },
      ],
    })
  })

  it('a Standard Schema is read as its JSON Schema', () => {
    const json = { type: 'object', properties: { barometer: { type: 'string' } } }
    const schema = { '~standard': { version: 1, vendor: 'x', jsonSchema: { input: () => json, output: () => json } } }
    const standard = toolIndex([{ name: 'x', inputSchema: schema as never }])
    expect(names(standard.search('barometer'))).toEqual(['x'])
  })

  it('other languages and synonyms are options', () => {
    const index = toolIndex([tool('wetter', 'Vorhersagen der Temperaturen.')], {
      languages: [german],
      synonyms: ['wetter klima'],
    })
    expect(names(index.search('Vorhersage'))).toEqual(['wetter'])
    expect(names(index.search('Klima'))).toEqual(['wetter'])
    expect(toolIndex([tool('delete_file')], { synonyms: false }).search('erase')).toEqual([])
    expect(names(toolIndex([tool('delete_file')]).search('erase'))).toEqual(['delete_file'])
  })
})

describe('a name', () => {
  it('in any spelling puts its tool first', () => {
    const index = toolIndex([
      tool('github__list_issues_of_github__list_issues', 'github list issues'),
      tool('github__list_issues'),
    ])
    for (const query of ['github__list_issues', 'github.list_issues', 'github/listIssues', 'GitHub list issues']) {
      const [first] = index.search(query)
      expect([query, first?.name, first?.why.exact]).toEqual([query, 'github__list_issues', true])
    }
  })
})

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
    tool('unit_ab12', 'A part.'),
    tool('asterisk', 'A sign.'),
  ])
  it('find each other if no tool has the word', () => {
    const hits = index.search('astronomers')
    expect(hits.map(({ name, why }) => [name, why.matched])).toEqual([
      ['astronomy', [{ word: 'astronom', as: 'astronomi', in: ['name'] }]],
    ])
  })
  it('but not identifiers, nor words that only begin alike', () => {
    expect(index.search('ab123')).toEqual([])
    expect(index.search('asteroid')).toEqual([])
  })
})

describe('nothing is returned', () => {
  it.each(['', 'qwertz', 'of and'])('where no word is in any tool: "%s"', (query) => {
    expect(toolIndex(tools).search(query)).toEqual([])
  })
})

describe('an index', () => {
  const one = fc.subarray([...tools], { minLength: 1 })
  it('depends only on the tools that it has', () => {
    fc.assert(
      fc.property(
        one,
        one,
        one,
        fc.constantFrom('send a message', 'create task', 'weather', 'sql'),
        (a, b, gone, query) => {
          const changed = toolIndex(a)
          changed.add(b)
          for (const { name } of gone) changed.remove(name)
          const left = new Set([...a, ...b].filter((tool) => !gone.includes(tool)))
          const fresh = toolIndex([...left].toReversed())
          expect(changed.size).toBe(left.size)
          expect(changed.search(query, { limit: 50 })).toEqual(fresh.search(query, { limit: 50 }))
        },
      ),
    )
  })
  it('counts sentences that many tools share little, also after changes', () => {
    const boiler = 'Part of the file system for reading, writing and copying.'
    const many = ['reader', 'copier', 'lister', 'mover', 'namer'].map((name) =>
      tool(name, `${boiler} It is a ${name}.`),
    )
    const index = toolIndex([...many, tool('copy_page', 'Makes a photocopy of a page, copying both sides.')])
    expect(index.search('copying')[0]?.name).toBe('copy_page')
    index.remove('namer')
    expect(index.search('copying', { limit: 9 })).toEqual(
      toolIndex([...many.slice(0, 4), tool('copy_page', 'Makes a photocopy of a page, copying both sides.')]).search(
        'copying',
        { limit: 9 },
      ),
    )
  })
  it('can be searched by its own filter', () => {
    const index = toolIndex(tools)
    const alone = index.search('translate text')
    const inner: unknown[] = []
    const filter = (): boolean => inner.push(index.search('create task')) > 0
    expect(index.search('translate text', { filter })).toEqual(alone)
    expect(inner.length).toBeGreaterThan(0)
    expect(inner).toEqual(inner.map(() => index.search('create task')))
  })
  it('is the same after 120,000 other words', () => {
    const before = toolIndex(tools).search('send a message', { limit: 9 })
    const other = toolIndex([])
    for (let i = 0; i < 60; i++) {
      const words = Array.from({ length: 2_000 }, (_, n) => `w${(i * 2_000 + n).toString(36)}`)
      other.add(Array.from({ length: 10 }, (_, n) => tool(`t${i}_${n}`, words.slice(n * 200, n * 200 + 200).join(' '))))
      other.remove(`t${i}_0`)
    }
    expect(toolIndex(tools).search('send a message', { limit: 9 })).toEqual(before)
    expect(names(other.search(`w${(59 * 2_000 + 250).toString(36)}`))).toEqual(['t59_1'])
    expect(other.search(`w${(59 * 2_000 + 50).toString(36)}`)).toEqual([])
  })
  it('replaces a tool of the same name, and adds none of a list with an invalid one', () => {
    const index = toolIndex([tool('a', 'apples')])
    index.add(tool('a', 'pears'))
    expect([index.size, names(index.search('apples')), names(index.search('pears'))]).toEqual([1, [], ['a']])
    expect(() => index.add([tool('b'), tool(' ')])).toThrow(expect.objectContaining({ code: 'INDEX_TOOL_INVALID' }))
    expect(index.has('b')).toBe(false)
    expect(index.remove('b')).toBe(false)
  })
  it('reads a schema of any depth and width within its limits', () => {
    let deep: JsonSchema = { properties: { bottom: {} } }
    for (let i = 0; i < 20_000; i++) deep = { properties: { [`level${i}`]: deep } }
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { enum: ['v'.repeat(9)] }]))
    const index = toolIndex([tool('deep', '', { deep }), tool('wide', 'x'.repeat(1e6), wide)])
    expect(index.search('bottom')).toEqual([])
    expect(names(index.search('level19999'))).toEqual(['deep'])
  })
  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limti: 1 } as never, 'limti'],
    [{ filter: 1 as never }, 'filter'],
  ])('rejects wrong options of a search', (options, option) => {
    expect(() => toolIndex([]).search('x', options)).toThrow(
      expect.objectContaining({ details: { what: 'search', option } }),
    )
  })
  it('rejects wrong options', () => {
    expect(() => toolIndex([], { synonyms: true as never })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    )
  })
})
