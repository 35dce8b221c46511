import { symlink } from 'node:fs/promises'
import { createContext, type Scope } from '@lamella/core'
import { createFileReader, instructionFiles, workspace, workspaceSources } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { request, scope } from '../helpers/request.ts'

async function read(files: Readonly<Record<string, string>>, options = {}) {
  const folder = await tempFolder(files)
  const source = instructionFiles(createFileReader(folder.path), ['AGENTS.md', 'AGENT.md'], { ttl: 0, ...options })
  const { text = '', from, notices = [] } = (await source.read(scope, request)) ?? {}
  return { text, from, notices, codes: notices.map((one) => [one.code, one.from]), folder, source }
}

describe('imports of instruction files', () => {
  it('follow the text, each once, relative to the file that has them', async () => {
    const { text, from, notices } = await read({
      'AGENTS.md': 'Rules.\n\nSee @docs/style.md, and (@./docs/style.md).\n@README',
      'docs/style.md': '---\ntitle: x\n---\nBe short.\n@more/words.md\n@../AGENTS.md',
      'docs/more/words.md': 'No jargon. @../style.md',
      README: 'Hello.',
    })
    expect(text).toBe(
      [
        'Rules.\n\nSee @docs/style.md, and (@./docs/style.md).\n@README',
        'Contents of docs/style.md:\n\nBe short.\n@more/words.md\n@../AGENTS.md',
        'Contents of docs/more/words.md:\n\nNo jargon. @../style.md',
        'Contents of README:\n\nHello.',
      ].join('\n\n'),
    )
    expect(from).toBe('AGENTS.md, docs/style.md, docs/more/words.md, README')
    expect(notices).toEqual([])
  })

  it.each([
    'Mail ada@docs/a.md',
    'Run `cat @docs/a.md` first',
    '```sh\n@docs/a.md\n```',
    '~~~~\n```\n@docs/a.md\n~~~~',
    '```\n```js\n@docs/a.md\n```',
    'Ask @ada, use @lamella/core or @docs',
    'Run ``cat `x` @docs/a.md`` first',
    '1. Run this:\n\n    ```sh\n    @docs/a.md\n    ```',
    '- ```\n  @docs/a.md\n  ```',
    '> ~~~\n> @docs/a.md\n> ~~~',
    'https://example.com/@docs/a.md',
    '<!-- @docs/a.md -->',
    'Later: <!-- one\n@docs/a.md\n```\n@docs/a.md\n-->',
    '`<!--` and <!-- @docs/a.md --><!--@docs/a.md-->',
  ])('are not in code, in comments, in other words, and not what has no file: %j', async (text) => {
    const found = await read({ 'AGENTS.md': text, 'docs/a.md': 'secret' })
    expect([found.text, found.notices]).toEqual([text, []])
  })

  it('are found after a backtick that ends nothing, and after code', async () => {
    const { text } = await read({ 'AGENTS.md': '`x` a ` b @a.md\n```\n```\n@b.md', 'a.md': 'A', 'b.md': 'B' })
    expect(text).toContain('Contents of a.md:\n\nA\n\nContents of b.md:\n\nB')
  })

  it.each([
    '<!-- not --> @docs/a.md',
    '```npm test``` comes first.\n@docs/a.md',
    '~~~ a ` b\ncode\n~~~\n@docs/a.md',
    '<!-- one\n--> @docs/a.md',
    'Write `<!--` above it: @docs/a.md',
    'See @docs/a.md#style.',
    '请先阅读 @docs/a.md。',
    'As in Windows: @docs\\a.md or @.\\docs\\a.md.',
    '参见 @docs/a.md，然后开始。',
    'देखें @docs/a.md।',
    'See @docs/my\\ own\\ words.md, or @docs/a.md',
    '**@docs/a.md** comes first.',
    'Read [@docs/a.md](docs/a.md).',
    'First "@docs/a.md"; then work.',
    'Rules:@docs/a.md',
    '_@docs/a.md_',
    '詳細は@docs/a.mdを参照。',
    '- ```\n  code\n  ```\n@docs/a.md',
    '> ```\n> code\n> ```\n\n@docs/a.md',
  ])('are found behind comments and code, by the name of a section, and with spaces: %j', async (text) => {
    const files = { 'docs/a.md': 'A', 'docs/my own words.md': 'B' }
    const found = await read({ 'AGENTS.md': text, ...files })
    expect(found.text).toContain('Contents of docs/a.md:\n\nA')
    expect(found.text.includes('Contents of docs/my own words.md')).toBe(text.includes('own'))
    expect(found.notices).toEqual([])
  })

  it('stay in the folder, and are named if they do not exist', async () => {
    const outside = await tempFolder({ 'secret.md': 'secret' })
    const { text, codes, folder, source } = await read({
      'AGENTS.md': `@missing.md @../up.md @~/home.md @${outside.at('secret.md')} @link.md @./docs`,
      'docs/a.md': 'x',
    })
    expect(text).not.toContain('Contents of')
    expect(codes.map(([code]) => code)).toEqual([
      'FILE_MISSING',
      'FILE_OUTSIDE_ROOT',
      'FILE_OUTSIDE_ROOT',
      'FILE_OUTSIDE_ROOT',
      'FILE_MISSING',
      'FILE_NOT_A_FILE',
    ])
    await symlink(outside.at('secret.md'), folder.at('link.md'))
    const again = await source.read(scope, request)
    expect(again?.text).not.toContain('secret\n')
    expect(again?.notices?.filter(({ code }) => code === 'FILE_OUTSIDE_ROOT')).toHaveLength(4)
  })

  it('are read five levels deep', async () => {
    const level = (n: number) => [`${n}.md`, `Level ${n} @${n + 1}.md`]
    const levels = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map(level))
    const { text, codes } = await read({ 'AGENTS.md': '@1.md', ...levels })
    expect(text).toContain('Level 5')
    expect(text).not.toContain('Level 6')
    expect(codes).toEqual([['FILE_NOT_USED', '6.md']])
  })

  it('have a limit together, and what is over it is named and not cut', async () => {
    const files = { 'AGENTS.md': '@a.md @b.md @c.md', 'a.md': 'a'.repeat(60), 'b.md': 'b'.repeat(60), 'c.md': 'c' }
    const { text, codes } = await read(files, { maxChars: 100 })
    expect(text).toBe(`@a.md @b.md @c.md\n\nContents of a.md:\n\n${files['a.md']}\n\nContents of c.md:\n\nc`)
    expect(codes).toEqual([['FILE_NOT_USED', 'b.md']])
  })

  it('have the limit of the workspace', async () => {
    const folder = await tempFolder({ 'AGENTS.md': '@a.md', 'a.md': 'a'.repeat(30_000) })
    const textOf = async (maxChars: number): Promise<string | undefined> =>
      (await workspaceSources(folder.path, { maxChars }).agents.read(scope, request))?.text
    expect(await textOf(29_999)).toContain('left out here')
    expect(await textOf(30_000)).toBe(`@a.md\n\nContents of a.md:\n\n${'a'.repeat(30_000)}`)
  })

  it('are looked for in bounded number', async () => {
    const { codes } = await read({ 'AGENTS.md': Array.from({ length: 60 }, (_, i) => `@name${i}`).join(' ') })
    expect(codes).toEqual([['FILE_NOT_USED', 'AGENTS.md']])
  })

  it('are the same object until a file changes', async () => {
    const { source, folder } = await read({ 'AGENTS.md': '@a.md', 'a.md': 'A' })
    const first = await source.read(scope, request)
    expect(await source.read(scope, request)).toBe(first)
    await folder.write('a.md', 'Other')
    expect((await source.read(scope, request))?.text).toContain('Other')
  })
})

it('imports count as used, and files for private sessions are not imported', async () => {
  const folder = await tempFolder({
    'SOUL.md': 'x',
    'AGENTS.md': '@CLAUDE.md @USER.md @memory/2026-01-01.md @MEMORY.md',
    'CLAUDE.md': 'Be kind.',
    'USER.md': 'secret',
    'MEMORY.md': '- secret',
    'memory/2026-01-01.md': '- secret',
  })
  const shared: Scope = { tenant: 'acme', kind: 'group' }
  const { system, report } = await createContext()
    .use(workspace(folder.path))
    .budget({ window: 100_000, reserve: 1_000 })
    .build({ scope: shared, message: 'Hello' })
  const text = system.map(({ content }) => content).join('\n')
  expect(text).toContain('Contents of CLAUDE.md:\n\nBe kind.')
  expect(text).not.toContain('secret')
  const named = report.layers.system.notices.map(({ from, details }) => [from, details?.['importedBy']])
  expect(named).toEqual([
    ['USER.md', 'AGENTS.md'],
    ['memory/2026-01-01.md', 'AGENTS.md'],
    ['MEMORY.md', 'AGENTS.md'],
    ['USER.md', undefined],
  ])
})

it('links do not import files for private sessions', async () => {
  const { text, codes, folder, source } = await read({ 'AGENTS.md': '@link.md', 'MEMORY.md': '- secret' })
  await symlink('MEMORY.md', folder.at('link.md'))
  expect((await source.read(scope, request))?.text).toBe(text)
  expect((await source.read(scope, request))?.notices).toMatchObject([{ code: 'FILE_NOT_USED', from: 'link.md' }])
  expect(codes).toEqual([['FILE_MISSING', 'link.md']])
})

it('files of the workspace are shown once, in their own places', async () => {
  const folder = await tempFolder({
    'SOUL.md': 'Be kind. @AGENTS.md',
    'AGENTS.md': 'Ask first. @SOUL.md',
    'AGENTS.kim.md': 'Answer. @AGENTS.md',
  })
  const textFor = async (of: Scope): Promise<string> => {
    const builder = createContext().use(workspace(folder.path)).budget({ window: 100_000, reserve: 1_000 })
    const { system } = await builder.build({ scope: of, message: 'Hello' })
    return system.map(({ content }) => content).join('\n')
  }
  expect(await textFor(scope)).toBe('Be kind. @AGENTS.md\n\nAsk first. @SOUL.md')
  const own = 'Be kind. @AGENTS.md\n\nAnswer. @AGENTS.md\n\nContents of AGENTS.md:\n\nAsk first. @SOUL.md'
  expect(await textFor({ ...scope, agent: 'kim' })).toContain(own)
})

it('a file that is too deep for one import is read by another', async () => {
  const levels = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${n}.md`, `Level ${n} @${n + 1}.md`]))
  const { text, codes } = await read({ 'AGENTS.md': '@1.md @6.md', ...levels, '6.md': 'Level 6' })
  expect(text).toContain('Contents of 6.md:\n\nLevel 6')
  expect(codes).toEqual([])
})

it('imported files that are not text have a notice, whatever their names', async () => {
  const { codes } = await read({ 'AGENTS.md': '@photo.png and @docs', 'photo.png': 'a\0', 'docs/a.md': 'x' })
  expect(codes).toEqual([['FILE_NOT_TEXT', 'photo.png']])
})

it.each([
  ['AGENTS.md', 'CLAUDE.md'],
  ['CLAUDE.md', 'AGENTS.md'],
])('%s that is a link to %s is no unused file', async (link, target) => {
  const folder = await tempFolder({ 'SOUL.md': 'x', [target]: 'Be kind.' })
  await symlink(target, folder.at(link))
  const builder = createContext().use(workspace(folder.path)).budget({ window: 100_000, reserve: 1_000 })
  const { report } = await builder.build({ scope, message: 'Hello' })
  expect(report.layers.system.notices).toEqual([])
})
