import { mkdir, symlink } from 'node:fs/promises'
import { createFileReader, memoryFiles } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { countingFs } from '../helpers/counting-fs.ts'
import { tempFolder } from '../helpers/folder.ts'
import { request, scope } from '../helpers/request.ts'

async function entriesOf(files: Readonly<Record<string, string | Uint8Array>>, options = {}) {
  const folder = await tempFolder(files)
  return memoryFiles(createFileReader(folder.path), options).entries(scope, request)
}

describe('memory locations', () => {
  it('reads memory/MEMORY.md, MEMORY.md in the root, then the dated notes, oldest first', async () => {
    const { entries, notices = [] } = await entriesOf({
      'memory/2026-03-02-launch.md': '- launched',
      'MEMORY.md': '- in the root',
      'memory/2026-03-01.md': '# Day\n- planned',
      'memory/MEMORY.md': '- curated',
      'memory.md': '- not read beside MEMORY.md',
      'memory/ideas.md': '- no note',
      'memory/2026-02-31.md': '- no day',
      'memory/2026-3-1.md': '- no day',
      'memory/2026/03/01.md': '- deeper',
      'memory/people/ada.md': '- deeper',
      'memory/pictures/ada.png': '',
    })
    const unread = [
      'memory/2026-02-31.md',
      'memory/2026-3-1.md',
      'memory/2026/',
      'memory/ideas.md',
      'memory/people/',
      'memory.md',
    ]
    expect(notices.map(({ code, from }) => [code, from])).toEqual(unread.map((from) => ['FILE_NOT_USED', from]))
    expect(entries.map(({ text, from, date }) => [text, from, date])).toEqual([
      ['curated', 'memory/MEMORY.md', undefined],
      ['in the root', 'MEMORY.md', undefined],
      ['Day: planned', 'memory/2026-03-01.md', '2026-03-01'],
      ['launched', 'memory/2026-03-02-launch.md', '2026-03-02'],
    ])
  })

  it('names the first 20 files that are not read, and counts the others', async () => {
    const names = Array.from({ length: 23 }, (_, i) => [`memory/topic-${10 + i}.md`, '- x'] as const)
    const { notices = [] } = await entriesOf({
      ...Object.fromEntries(names),
      'memory/.hidden.md': '- x',
      'memory/a.json': '{}',
    })
    expect(notices.slice(0, 20).map(({ from }) => from)).toEqual(names.slice(0, 20).map(([name]) => name))
    expect(notices.slice(20)).toMatchObject([{ code: 'FILE_NOT_USED', details: { count: 3 } }])
  })

  it('reads memory.md in the root if there is no MEMORY.md, and reads a linked file once', async () => {
    const folder = await tempFolder({ 'memory/MEMORY.md': '- one', 'memory.md': '- two' })
    const memory = memoryFiles(createFileReader(folder.path))
    expect((await memory.entries(scope, request)).entries.map(({ text }) => text)).toEqual(['one', 'two'])
    await symlink('memory/MEMORY.md', folder.at('MEMORY.md'))
    expect((await memory.entries(scope, request)).entries.map(({ text }) => text)).toEqual(['one'])
  })

  it('returns nothing and no notices when there are no files', async () => {
    expect(await entriesOf({})).toEqual({ entries: [], notices: [] })
  })
})

describe('entries', () => {
  it('have their headings in the text, on a separate line if the text has several lines', async () => {
    const { entries } = await entriesOf({
      'MEMORY.md': '# People\n## Anna\n- likes tea\n- travels\n  - to Rome\n## Ben\n',
    })
    expect(entries.map(({ text }) => text)).toEqual([
      'People > Anna: likes tea',
      'People > Anna:\ntravels\n- to Rome',
      'People > Ben',
    ])
  })

  it('have ids derived from their content, independent of their surroundings', async () => {
    const one = await entriesOf({ 'MEMORY.md': '# A\n- tea\n- tea\n# B\n- tea <!-- importance: 3 -->' })
    const two = await entriesOf({ 'memory/MEMORY.md': '# B\n\nnew\n\n- tea\n# A\n- tea <!-- trigger: x -->' })
    const ids = one.entries.map(({ id }) => id)
    expect(ids[1]).toBe(`${ids[0]}-2`)
    expect(new Set(ids).size).toBe(3)
    expect(two.entries.slice(1).map(({ id }) => id)).toEqual([ids[2], ids[0]])
  })

  it('keep their ids over every edit that does not concern them, so that a run does not take them for erased', async () => {
    const entry = '- Ada likes green tea. <!-- importance: 3 -->'
    const note = 'Met the vendors.'
    const idsOf = async (memory: string, notes: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
      const { entries } = await entriesOf({ 'MEMORY.md': memory, 'memory/2026-05-12.md': note, ...notes })
      return entries.filter(({ text }) => /green tea|vendors/.test(text)).map(({ id }) => id)
    }
    const before = await idsOf(`# Taste\n\n${entry}\n`)
    expect(before).toHaveLength(2)
    for (const memory of [
      `# Plans\n\n- The launch is on June 3.\n\n# Taste\n\n- Bob likes coffee.\n${entry}\n- Eve likes milk.\n`,
      `Zoë was here.\n\n# Taste\n\n${entry}\n\n## Drinks\n\n- Water.\n`,
      '# Taste\r\n\r\n* Ada likes green tea.\r\n',
      `# Taste\n\n- Ada likes green tea. <!-- importance: 9 -->\n`,
    ]) {
      expect(await idsOf(memory), memory).toEqual(before)
    }
    const notes = { 'memory/2026-05-11.md': 'Slept.', 'memory/2026-05-13-launch.md': '- Moved the launch.' }
    expect(await idsOf(`# Taste\n\n${entry}\n`, notes)).toEqual(before)
  })

  it('with the same text on different days have different ids', async () => {
    const { entries } = await entriesOf({ 'memory/2026-01-01.md': '- walk', 'memory/2026-01-02.md': '- walk' })
    expect(entries[0]?.id).not.toBe(entries[1]?.id.replace(/-2$/, ''))
  })

  it('have importance and tags only if the file states them', async () => {
    const { entries } = await entriesOf({ 'MEMORY.md': '- a\n- b <!-- importance: 7 --> <!-- trigger: x, y -->' })
    expect(entries[0]).not.toHaveProperty('importance')
    expect(entries[0]).not.toHaveProperty('tags')
    expect(entries[1]).toMatchObject({ text: 'b', importance: 7, tags: ['x', 'y'] })
  })
})

describe('bad files', () => {
  it('cause notices and never affect other files', async () => {
    const folder = await tempFolder({
      'memory/MEMORY.md': Buffer.from('a\0b'),
      'memory/2026-01-01.md': Buffer.from([0xff, 0x61]),
      'memory/2026-01-03.md': '- good',
      'secret.md': 'secret',
    })
    await mkdir(folder.at('root'))
    await symlink('../memory', folder.at('root/memory'))
    await mkdir(folder.at('memory/2026-01-02.md'))
    const good = await memoryFiles(createFileReader(folder.path)).entries(scope, request)
    expect(good.entries.map(({ text }) => text)).toEqual(['good'])
    expect(good.notices?.map(({ code, from }) => [code, from])).toEqual([
      ['FILE_NOT_TEXT', 'memory/MEMORY.md'],
      ['FILE_NOT_TEXT', 'memory/2026-01-01.md'],
      ['FILE_NOT_A_FILE', 'memory/2026-01-02.md'],
    ])
    const linked = await memoryFiles(createFileReader(folder.at('root'))).entries(scope, request)
    expect(linked.entries).toEqual([])
    expect(linked.notices?.map(({ code }) => code)).toEqual(['FILE_OUTSIDE_ROOT'])
  })

  it('are cut: a long MEMORY.md keeps its beginning, a long note its end', async () => {
    const items = Array.from({ length: 100 }, (_, i) => `- item ${i}`).join('\n')
    const limits = { maxChars: 300, maxNoteChars: 300 }
    const { entries, notices } = await entriesOf({ 'MEMORY.md': items, 'memory/2026-01-01.md': items }, limits)
    const texts = entries.map(({ text }) => text)
    expect(texts[0]).toBe('item 0')
    expect(texts.at(-1)).toBe('item 99')
    expect(texts.filter((text) => text.includes('left out here'))).toHaveLength(2)
    expect(notices?.map(({ code }) => code)).toEqual(['FILE_TRUNCATED', 'FILE_TRUNCATED'])
  })

  it('beyond maxNotes are omitted, oldest first, with a notice', async () => {
    const notes = Object.fromEntries(['01', '02', '03'].map((day) => [`memory/2026-01-${day}.md`, day]))
    const { entries, notices } = await entriesOf(notes, { maxNotes: 2 })
    expect(entries.map(({ text }) => text)).toEqual(['02', '03'])
    expect(notices?.map(({ code }) => code)).toEqual(['NOTES_OMITTED'])
    expect((await entriesOf(notes, { maxNotes: 0 })).entries).toEqual([])
  })
})

describe('freshness', () => {
  it('detects every change at once, and otherwise returns the same object', async () => {
    const folder = await tempFolder({ 'memory/MEMORY.md': '- one', 'memory/2026-01-01.md': '- note' })
    const fs = countingFs()
    const memory = memoryFiles(createFileReader(folder.path, { fs }))
    const first = await memory.entries(scope, request)
    fs.calls.length = 0
    expect(await memory.entries(scope, request)).toBe(first)
    expect(fs.calls.filter((call) => /^(open|read )/.test(call))).toEqual([])
    expect(fs.calls.filter((call) => call.endsWith('.md'))).toEqual(['stat MEMORY.md', 'stat 2026-01-01.md'])
    await folder.write('memory/MEMORY.md', '- one\n- two')
    const next = await memory.entries(scope, request)
    expect(next.entries.map(({ text }) => text)).toEqual(['one', 'two', 'note'])
    expect(next.entries[2]).toBe(first.entries[1])
    await folder.write('memory/2026-01-02.md', '- later')
    expect((await memory.entries(scope, request)).entries).toHaveLength(4)
  })
})
