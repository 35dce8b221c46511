import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createFileReader, fileMemory, memoryFiles } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { type Folder, tempFolder } from '../helpers/folder.ts'
import { request } from '../helpers/request.ts'

const scope = { tenant: 'acme', user: 'anna' }
const open = (folder: Folder) => fileMemory(folder.path, { owner: scope, fsync: 'os' })
const textOf = (folder: Folder, path = 'MEMORY.md'): Promise<string> => readFile(folder.at(path), 'utf8')
/** Removes the checksums. */
const plain = (text: string): string => text.replaceAll(/, sum: [0-9a-f]{8}/g, '')

describe('a memory file', () => {
  it('is written as natural Markdown, with metadata in comments', async () => {
    const folder = await tempFolder()
    const memory = open(folder)
    await memory.put(scope, { id: 'tea', text: 'Anna likes green tea.', importance: 7, tags: ['drink', 'green tea'] })
    await memory.put(scope, { id: 'trip', text: 'Trip\n- Flight\n- Seat', kind: 'fact' }, { at: new Date(0) })
    await memory.put(scope, { id: 'a, b', text: '## Plan\n\n---\ntext', source: 'telegram_4711' })
    await memory.put(scope, { id: 'odd', text: 'two\r\nlines <!-- id: x -->', tags: ['a,b'] })
    await memory.put(scope, { id: 'day', text: 'Walked.', date: '2026-03-01' })
    await memory.put(scope, { id: 'noon', text: 'Ate.', date: '2026-03-01T12:00:00Z' })
    await memory.put(scope, { id: 'tea', text: 'Anna likes black tea.' }, { at: new Date(0) })
    expect(
      plain(await textOf(folder)),
    ).toBe(`- Anna likes black tea. <!-- id: tea, revision: 2, created: 1970-01-01T00:00:00.000Z -->
- Trip
  - Flight
  - Seat
  <!-- id: trip, kind: fact, created: 1970-01-01T00:00:00.000Z -->
-   ## Plan

    ---
    text
    <!-- id: "a, b", source: telegram_4711 -->
- "two\\r\\nlines \\u003c!-\\u002d id: x -\\u002d\\u003e" <!-- id: odd, tags: "[\\"a,b\\"]", form: json -->
`)
    expect(plain(await textOf(folder, 'memory/2026-03-01.md'))).toBe(
      `- Walked. <!-- id: day -->
- Ate. <!-- id: noon, date: "2026-03-01T12:00:00Z" -->
`.replace('"2026-03-01T12:00:00Z"', '2026-03-01T12:00:00Z'),
    )
    await memory.close()
  })

  it('keeps handwritten text byte for byte, and gets new entries above all headings', async () => {
    const before =
      '\ufeff---\r\ntitle: x\r\n---\r\n\r\nIntro.\r\n\r\n\r\n# People\r\n* Anna  \r\n\r\n\r\n# Work\r\n+ Launch'
    const folder = await tempFolder({ 'memory.md': before })
    const memory = open(folder)
    await memory.put(scope, { id: 'tea', text: 'Tea.' })
    await memory.put(scope, { id: 'milk', text: 'Milk.' })
    const after = '- Tea. <!-- id: tea -->\r\n- Milk. <!-- id: milk -->\r\n\r\n'
    expect(plain(await textOf(folder, 'memory.md'))).toBe(
      before.replace('Intro.\r\n\r\n', () => `Intro.\r\n\r\n${after}`),
    )
    await memory.delete(scope, 'tea')
    await memory.delete(scope, 'milk')
    expect(await textOf(folder, 'memory.md')).toBe(before)
    expect(await readdir(folder.path)).toEqual(expect.arrayContaining(['memory.md']))
    await memory.close()
  })

  it('lets handwritten entries be changed and deleted by the ids that the source reports', async () => {
    const folder = await tempFolder({
      'MEMORY.md': '# Tea\n\nGreen is good.\n\n- Black is better.\n  Much.\n- Rooibos?\n\n# Empty\n',
    })
    const memory = open(folder)
    const source = async () => (await memoryFiles(createFileReader(folder.path)).entries(scope, request)).entries
    const [green, black] = await source()
    const { entries } = await memory.list(scope)
    expect(entries.map(({ id }) => id)).toEqual(
      (await source())
        .slice(0, 3)
        .map(({ id }) => id)
        .sort(),
    )
    const put = await memory.put(
      scope,
      { id: black?.id ?? '', text: 'Black is best.', importance: 9 },
      { expectedRevision: 1 },
    )
    expect(put.revision).toBe(2)
    expect(await memory.delete(scope, green?.id ?? '')).toBe(true)
    expect(plain(await textOf(folder))).toBe(
      `# Tea\n\n- Black is best. <!-- importance: 9 --> <!-- id: ${black?.id}, revision: 2 -->\n- Rooibos?\n\n# Empty\n`,
    )
    expect((await source()).map(({ id, text }) => [id, text])).toContainEqual([black?.id, 'Black is best.'])
    await memory.close()
  })

  it('returns manual edits, at a new revision', async () => {
    const folder = await tempFolder()
    const memory = open(folder)
    await memory.put(scope, { id: 'tea', text: 'Green.', importance: 3 })
    await writeFile(
      folder.at('MEMORY.md'),
      (await textOf(folder)).replace('Green', 'Black').replace('importance: 3', 'importance: 8'),
    )
    expect(await memory.get(scope, 'tea')).toMatchObject({ text: 'Black.', importance: 8, revision: 2 })
    await expect(memory.put(scope, { id: 'tea', text: 'x' }, { expectedRevision: 1 })).rejects.toMatchObject({
      code: 'MEMORY_CONFLICT',
      details: { id: 'tea', expected: 1, actual: 2 },
    })
    await memory.put(scope, { id: 'odd', text: ' odd' })
    await writeFile(folder.at('MEMORY.md'), (await textOf(folder)).replace('" odd"', 'no quotes now'))
    expect(await memory.get(scope, 'odd')).toMatchObject({ text: 'no quotes now', revision: 2 })
    await memory.close()
  })

  it("keeps an entry's meaning wherever it is moved by hand", async () => {
    const folder = await tempFolder()
    const memory = open(folder)
    await memory.put(scope, { id: 'tea', text: 'Green.' })
    const line = await textOf(folder)
    await folder.write(
      'MEMORY.md',
      `# Drinks <!-- importance: 9 --> <!-- trigger: x -->\n\n<!-- importance: 2 -->\n\n${line}- by hand\n`,
    )
    expect(await memory.get(scope, 'tea')).toEqual({ id: 'tea', kind: 'note', text: 'Green.', revision: 1 })
    const { entries } = await memoryFiles(createFileReader(folder.path)).entries(scope, request)
    expect(entries.map(({ text, importance }) => [text, importance])).toEqual([
      ['Green.', undefined],
      ['Drinks: by hand', 2],
    ])
    // A copied entry counts as two.
    await folder.write('MEMORY.md', line + line.replace('Green', 'Black'))
    expect((await memory.list(scope)).entries.map(({ id, text }) => [id, text])).toEqual([
      ['tea', 'Green.'],
      ['tea-2', 'Black.'],
    ])
    await memory.delete(scope, 'tea')
    expect((await memory.list(scope)).entries.map(({ id, text }) => [id, text])).toEqual([['tea', 'Black.']])
    await memory.close()
  })
})

describe('files that cannot be changed', () => {
  it('are reported, not modified, and do not affect others', async () => {
    const utf16 = Buffer.from('\ufeff- by hand\n', 'utf16le')
    const folder = await tempFolder({
      'MEMORY.md': utf16,
      'memory/2026-03-01.md': 'a\0b',
      'memory/2026-03-02.md': '- good',
    })
    const noticed: string[] = []
    const memory = fileMemory(folder.path, {
      owner: scope,
      onNotice: ({ code, from }) => noticed.push(`${code} ${from}`),
    })
    expect((await memory.list(scope)).entries.map(({ text }) => text).sort()).toEqual(['by hand', 'good'])
    await memory.list(scope)
    expect(noticed).toEqual(['FILE_NOT_TEXT memory/2026-03-01.md'])
    for (const date of [undefined, '2026-03-01']) {
      const put = memory.put(scope, { id: 'a', text: 'a', ...(date !== undefined && { date }) })
      await expect(put).rejects.toMatchObject({ code: 'MEMORY_FILE_UNFIT' })
    }
    await memory.put(scope, { id: 'a', text: 'a', date: '2026-03-02' })
    expect(await readFile(folder.at('MEMORY.md'))).toEqual(utf16)
    await memory.close()
  })

  it('include those with an unclosed fence, if there is no other place for the entry', async () => {
    const folder = await tempFolder({ 'MEMORY.md': '    indented\n```\ncode\n' })
    const memory = open(folder)
    await expect(memory.put(scope, { id: 'a', text: 'a' })).rejects.toMatchObject({ code: 'MEMORY_FILE_UNFIT' })
    expect(await textOf(folder)).toBe('    indented\n```\ncode\n')
    await memory.close()
  })

  it('include those outside the folder; a link inside the folder is followed and kept', async () => {
    const folder = await tempFolder({ 'out/MEMORY.md': '- secret\n', 'in/memory/MEMORY.md': '- inside\n' })
    await symlink('../../out/MEMORY.md', folder.at('in/memory/2026-03-01.md'))
    await symlink('memory/MEMORY.md', folder.at('in/MEMORY.md'))
    const memory = fileMemory(folder.at('in'), { owner: scope })
    expect((await memory.list(scope)).entries.map(({ text }) => text)).toEqual(['inside'])
    await expect(memory.put(scope, { id: 'a', text: 'a', date: '2026-03-01' })).rejects.toMatchObject({
      code: 'MEMORY_FILE_UNFIT',
    })
    await memory.put(scope, { id: 'a', text: 'a' })
    expect(plain(await textOf(folder, 'in/memory/MEMORY.md'))).toBe('- inside\n- a <!-- id: a -->\n')
    expect(await textOf(folder, 'out/MEMORY.md')).toBe('- secret\n')
    await memory.close()
    const away = await tempFolder({ 'out/x': '', 'in/x': '' })
    await symlink('../out', away.at('in/memory'))
    const other = fileMemory(away.at('in'), { owner: scope })
    await expect(other.put(scope, { id: 'a', text: 'a', date: '2026-03-01' })).rejects.toMatchObject({
      code: 'FILE_OUTSIDE_ROOT',
    })
    expect(await readdir(away.at('out'))).toEqual(['x'])
  })
})

describe('a folder with one owner', () => {
  it('is empty for others, rejects their writes, and keeps files that are not memory when erased', async () => {
    const folder = await tempFolder({ 'SOUL.md': 'Be kind.', 'memory/ideas.md': 'mine', 'MEMORY.md': '- by hand\n' })
    const memory = open(folder)
    const other = { tenant: 'acme' }
    expect(await memory.list(other)).toEqual({ entries: [], more: false })
    await expect(memory.put(other, { id: 'a', text: 'a' })).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    expect(await memory.erase({ tenant: 'other' })).toBe(0)
    await memory.put(scope, { id: 'a', text: 'a', date: '2026-03-01' })
    expect(await memory.erase(other)).toBe(2)
    await memory.close()
    expect((await readdir(folder.path)).sort()).toEqual(['.locks', 'SOUL.md', 'memory'])
    expect(await readdir(folder.at('memory'))).toEqual(['ideas.md'])
  })
})
