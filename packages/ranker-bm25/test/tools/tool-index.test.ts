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
