import { execFile } from 'node:child_process'
import { mkdir, open, rename, symlink, truncate, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createFileReader, skillFolder } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { countingFs } from '../helpers/counting-fs.ts'
import { tempFolder } from '../helpers/folder.ts'

const run = promisify(execFile)
const codes = (file: { readonly notices: readonly { readonly code: string }[] }) => file.notices.map(({ code }) => code)

function utf16(text: string, order: 'le' | 'be'): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

describe('reading files', () => {
  it('reads UTF-8 unchanged, with the path relative to the root', async () => {
    const folder = await tempFolder({ 'notes/a.md': 'Grüße 🦊\n' })
    const file = await createFileReader(folder.path).read('notes/../notes/a.md')
    expect(file).toEqual({ state: 'text', text: 'Grüße 🦊\n', from: 'notes/a.md', notices: [] })
  })

  it.each([
    ['a UTF-8 mark', Buffer.from('\ufeffGrüße 🦊', 'utf8')],
    ['UTF-16 LE', utf16('Grüße 🦊', 'le')],
    ['UTF-16 BE', utf16('Grüße 🦊', 'be')],
  ])('reads a file with %s and removes the mark', async (_, bytes) => {
    const folder = await tempFolder({ 'a.md': bytes })
    expect((await createFileReader(folder.path).read('a.md')).text).toBe('Grüße 🦊')
  })

  it('converts line endings of Windows and of old Macs to line feeds', async () => {
    const folder = await tempFolder({ 'a.md': 'a\r\nb\rc\n' })
    expect((await createFileReader(folder.path).read('a.md')).text).toBe('a\nb\nc\n')
  })

  it.each([
    ['NUL characters', Buffer.from('a\0b')],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0xff, 0x62])],
    ['a UTF-8 surrogate', Buffer.from([0xed, 0xa0, 0x80])],
    ['a character cut off at the end', Buffer.from('ü').subarray(0, 1)],
    ['UTF-16 without a mark', Buffer.from('hello', 'utf16le')],
    ['a lone surrogate in UTF-16', utf16('a\ud800b', 'le')],
    ['half a UTF-16 unit', Buffer.concat([utf16('ab', 'le'), Buffer.from([0x61])])],
  ])('rejects a file with %s, with a notice', async (_, bytes) => {
    const folder = await tempFolder({ 'a.md': bytes })
    const file = await createFileReader(folder.path).read('a.md')
    expect(file).toMatchObject({ state: 'refused', text: '', from: 'a.md' })
    expect(codes(file)).toEqual(['FILE_NOT_TEXT'])
  })

  it('returns empty text for an empty file and `missing` for a missing one', async () => {
    const folder = await tempFolder({ 'a.md': '' })
    const reader = createFileReader(folder.path)
    expect(await reader.read('a.md')).toMatchObject({ state: 'text', text: '', notices: [] })
    expect(await reader.read('b.md')).toMatchObject({ state: 'missing', text: '', notices: [] })
    expect(await reader.read('a.md/b.md')).toMatchObject({ state: 'missing' })
  })

  it('rejects directories and pipes without waiting for them', async () => {
    const folder = await tempFolder()
    await mkdir(folder.at('dir.md'))
    await run('mkfifo', [folder.at('pipe.md')])
    const reader = createFileReader(folder.path)
    const files = await Promise.all([reader.read('dir.md'), reader.read('pipe.md')])
    expect(files.map(codes)).toEqual([['FILE_NOT_A_FILE'], ['FILE_NOT_A_FILE']])
    expect(files[0]?.notices[0]?.what).toContain('a directory')
  })

  it('does not wait for a pipe that replaces a file between the check and the opening', async () => {
    const folder = await tempFolder({ 'a.md': 'text' })
    await run('mkfifo', [folder.at('pipe')])
    const fs = countingFs()
    const exchanging = {
      ...fs,
      open: async (path: string, flags: number) => {
        await rename(folder.at('pipe'), folder.at('a.md'))
        return fs.open(path, flags)
      },
    }
    const file = await createFileReader(folder.path, { fs: exchanging }).read('a.md')
    expect(codes(file)).toEqual(['FILE_NOT_A_FILE'])
  })

  it('continues after a short read, and stops if the file has become shorter', async () => {
    const folder = await tempFolder({ 'a.md': 'Grüße, and more of it' })
    const fs = countingFs()
    const slow = async (path: string, flags: number) => {
      const file = await fs.open(path, flags)
      const stats = await file.stat({ bigint: true })
      return {
        ...file,
        stat: async () => ({ ...stats, size: stats.size + 50n, isFile: () => true }),
        read: (buffer: Uint8Array, offset: number, length: number, position: number) =>
          file.read(buffer, offset, Math.min(3, length), position),
      }
    }
    const file = await createFileReader(folder.path, { fs: { ...fs, open: slow } }).read('a.md')
    expect(file.text).toBe('Grüße, and more of it')
  })

  it('reports a link that leads nowhere, to a file and to a folder', async () => {
    const folder = await tempFolder({ 'skills/a/SKILL.md': '' })
    await symlink('CLAUDE.md', folder.at('AGENTS.md'))
    await symlink('../gone', folder.at('skills/b'))
    const reader = createFileReader(folder.path)
    expect(await reader.read('AGENTS.md')).toMatchObject({ state: 'refused', notices: [{ code: 'FILE_UNREADABLE' }] })
    expect((await reader.list('skills/b')).notices).toMatchObject([{ code: 'DIRECTORY_UNREADABLE', from: 'skills/b' }])
    for (const path of ['skills/b/SKILL.md', 'skills/c/SKILL.md', 'none']) {
      expect(await reader.read(path)).toMatchObject({ state: 'missing', notices: [] })
    }
    await folder.write('CLAUDE.md', 'Be brief.')
    expect(await reader.read('AGENTS.md')).toMatchObject({ state: 'text', text: 'Be brief.' })
    const { notices } = await skillFolder(reader).skills({ tenant: 'acme' }, { signal: new AbortController().signal })
    expect(notices?.map(({ code, from }) => [code, from])).toContainEqual(['DIRECTORY_UNREADABLE', 'skills/b'])
  })

  it('reports a file without read permission, and a loop of links', async () => {
    const folder = await tempFolder({ 'a.md': 'text' })
    await symlink('loop.md', folder.at('loop.md'))
    const fs = { ...countingFs(), open: () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' })) }
    expect(codes(await createFileReader(folder.path).read('loop.md'))).toEqual(['FILE_UNREADABLE'])
    const file = await createFileReader(folder.path, { fs }).read('a.md')
    expect(file.notices[0]?.what).toContain('EACCES')
  })

  it('distinguishes a missing root from a missing file', async () => {
    const folder = await tempFolder()
    const reader = createFileReader(folder.at('nowhere'))
    await expect(reader.read('a.md')).rejects.toMatchObject({ code: 'WORKSPACE_NOT_FOUND' })
    await expect(reader.list('skills')).rejects.toMatchObject({ code: 'WORKSPACE_NOT_FOUND' })
  })

  it('reads nothing after it is aborted', async () => {
    const folder = await tempFolder({ 'a.md': 'text' })
    const reader = createFileReader(folder.path)
    const reason = new Error('enough')
    const aborted = { code: 'ABORTED', cause: reason }
    const signal = AbortSignal.abort(reason)
    await expect(reader.read('a.md', { signal })).rejects.toMatchObject(aborted)
    await expect(reader.list('.', signal)).rejects.toMatchObject(aborted)
    // Also between two checks of the disk.
    const control = new AbortController()
    const listing = reader.list('.', control.signal)
    control.abort(reason)
    await expect(listing).rejects.toMatchObject(aborted)
  })
})

describe('size', () => {
  it('shortens a long file to the limit, marker included, and says what is missing', async () => {
    const folder = await tempFolder({ 'a.md': `first ${'x'.repeat(5_000)} last` })
    const file = await createFileReader(folder.path, { maxChars: 1_000 }).read('a.md')
    expect(file.text.length).toBeLessThanOrEqual(1_000)
    expect(file.text).toMatch(/^first x+\n\n\[… (\d+) characters of a\.md left out here.*…\]\n\nx+ last$/s)
    const kept = file.text.replace(/\n\n\[.*\]\n\n/s, '').length
    const cut = Number(/… (\d+) characters/.exec(file.text)?.[1])
    expect(kept + cut).toBe(5_011)
    expect(codes(file)).toEqual(['FILE_TRUNCATED'])
  })

  it('respects even a tiny limit, and returns an empty text for 0', async () => {
    const folder = await tempFolder({ 'a.md': 'x'.repeat(500) })
    for (const maxChars of [0, 1, 5, 60, 100]) {
      const { text, notices } = await createFileReader(folder.path, { maxChars }).read('a.md')
      expect(text.length).toBeLessThanOrEqual(maxChars)
      expect(notices).toHaveLength(1)
    }
  })

  it('never cuts inside a character', async () => {
    const folder = await tempFolder({ 'a.md': '👩‍👩‍👧'.repeat(200) })
    for (let maxChars = 300; maxChars < 320; maxChars++) {
      const { text } = await createFileReader(folder.path, { maxChars }).read('a.md')
      expect(
        text
          .replace(/\[.*\]/s, '')
          .replaceAll('👩‍👩‍👧', '')
          .trim(),
      ).toBe('')
    }
  })

  it.each([
    ['UTF-8', (text: string) => Buffer.from(text)],
    ['UTF-16 LE', (text: string) => utf16(text, 'le')],
    ['UTF-16 BE', (text: string) => utf16(text, 'be')],
  ])('reads only the two ends of a large file in %s', async (_, encode) => {
    const folder = await tempFolder({ 'a.md': encode(`first ${'ü🦊\r\n'.repeat(600_000)} last!`) })
    const fs = countingFs()
    const file = await createFileReader(folder.path, { maxChars: 10_001, fs }).read('a.md')
    expect(file.text.length).toBeLessThanOrEqual(10_001)
    expect(file.text.length).toBeGreaterThan(9_900)
    expect(file.text).toMatch(
      /^first (ü🦊\n)+ü?\n\n\[… about \d+ bytes of a\.md left out here.*…\]\n\n(🦊?\n)?(ü🦊\n)+ last!$/s,
    )
    expect(codes(file)).toEqual(['FILE_TRUNCATED'])
    const bytes = fs.calls.map((call) => Number(/^read (\d+)/.exec(call)?.[1] ?? 0)).reduce((a, b) => a + b)
    expect(bytes).toBeLessThan(61_000)
  })

  it('uses the full limit even if characters take three bytes', async () => {
    const folder = await tempFolder({ 'a.md': '漢'.repeat(500_000) + '字'.repeat(500_000) })
    const { text } = await createFileReader(folder.path, { maxChars: 10_000 }).read('a.md')
    expect(text).toMatch(/^漢+\n\n\[… about \d+ bytes of a\.md left out here.*…\]\n\n字+$/)
    expect(text).toHaveLength(10_000)
  })

  it('reads both ends of a file of 5 GB', async () => {
    const folder = await tempFolder({ 'a.md': `first ${'x'.repeat(100_000)}` })
    await truncate(folder.at('a.md'), 5 * 1024 ** 3)
    const file = await open(folder.at('a.md'), 'r+')
    await file.write(`${'y'.repeat(100_000)} last`, 5 * 1024 ** 3 - 100_000)
    await file.close()
    const { text } = await createFileReader(folder.path).read('a.md')
    expect(text).toMatch(/^first x+\n\n\[… about 53\d+ bytes of a\.md left out here.*…\]\n\ny+ last$/s)
  })
})

describe('the cache', () => {
  it('returns the same object, at the cost of one stat, until the file changes', async () => {
    const folder = await tempFolder({ 'a.md': 'text' })
    const fs = countingFs()
    const reader = createFileReader(folder.path, { fs })
    const first = await reader.read('a.md')
    fs.calls.length = 0
    expect(await reader.read('a.md')).toBe(first)
    expect(fs.calls).toEqual(['stat a.md'])
  })

  it('reads a changed file again, even if only one of its stamps differs', async () => {
    const folder = await tempFolder({ 'a.md': 'text' })
    const fs = countingFs()
    const stats = await fs.stat(folder.at('a.md'), { bigint: true })
    let change = {}
    const seen = () => Promise.resolve({ ...stats, ...change, isFile: () => true })
    const open = async (path: string, flags: number) => ({ ...(await fs.open(path, flags)), stat: seen })
    const reader = createFileReader(folder.path, { fs: { ...fs, stat: seen, open } })
    expect((await reader.read('a.md')).text).toBe('text')
    for (const key of ['dev', 'ino', 'mtimeNs', 'ctimeNs'] as const) {
      await writeFile(folder.at('a.md'), key.slice(0, 3).padEnd(4))
      change = { ...change, [key]: stats[key] + 1n }
      expect((await reader.read('a.md')).text).toBe(key.slice(0, 3).padEnd(4))
    }
  })

  it('keeps the object of a file that was only touched', async () => {
    const folder = await tempFolder({ 'a.md': 'text' })
    const reader = createFileReader(folder.path)
    const first = await reader.read('a.md')
    await writeFile(folder.at('a.md'), 'text')
    expect(await reader.read('a.md')).toBe(first)
  })

  it('does not trust the time stamp of a file that was just written', async () => {
    const folder = await tempFolder({ 'a.md': 'text' })
    const fs = countingFs({ young: true })
    // A file system whose clock stands still: the stamp does not reveal the second write.
    const stats = await fs.stat(folder.at('a.md'), { bigint: true })
    const now = { ...stats, ctimeNs: BigInt(Date.now() + 60_000) * 1_000_000n, isFile: () => true }
    const frozen = { ...fs, stat: async () => now as typeof stats }
    const opening = async (path: string, flags: number) => ({
      ...(await fs.open(path, flags)),
      stat: async () => now as typeof stats,
    })
    const reader = createFileReader(folder.path, { fs: { ...frozen, open: opening } })
    expect((await reader.read('a.md')).text).toBe('text')
    await writeFile(folder.at('a.md'), 'next')
    expect((await reader.read('a.md')).text).toBe('next')
  })

  it('does not check the disk during the time to live', async () => {
    const folder = await tempFolder({ 'a.md': 'text' })
    let now = 0
    const fs = countingFs()
    const reader = createFileReader(folder.path, { fs, now: () => now })
    await reader.read('a.md', { ttl: 100 })
    await writeFile(folder.at('a.md'), 'longer text')
    fs.calls.length = 0
    now = 99
    expect((await reader.read('a.md', { ttl: 100 })).text).toBe('text')
    expect(fs.calls).toEqual([])
    now = 100
    expect((await reader.read('a.md', { ttl: 100 })).text).toBe('longer text')
  })

  it('remembers a missing file for at most 5 seconds', async () => {
    const folder = await tempFolder()
    let now = 0
    const reader = createFileReader(folder.path, { now: () => now })
    expect((await reader.read('a.md', { ttl: 300_000 })).state).toBe('missing')
    await folder.write('a.md', 'text')
    now = 4_999
    expect((await reader.read('a.md', { ttl: 300_000 })).state).toBe('missing')
    now = 5_000
    expect((await reader.read('a.md', { ttl: 300_000 })).state).toBe('text')
  })

  it('evicts the least recently used entry', async () => {
    const folder = await tempFolder({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' })
    const fs = countingFs()
    const reader = createFileReader(folder.path, { fs, maxCached: 2 })
    for (const name of ['a.md', 'b.md', 'a.md', 'c.md']) await reader.read(name)
    fs.calls.length = 0
    for (const name of ['a.md', 'c.md', 'b.md']) await reader.read(name)
    expect(fs.calls.filter((call) => call.startsWith('open'))).toEqual(['open b.md'])
  })

  it('opens at most 32 files at once', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `${i}.md`)
    const folder = await tempFolder(Object.fromEntries(names.map((name) => [name, name])))
    const fs = countingFs()
    let open = 0
    let most = 0
    const counted = {
      ...fs,
      open: async (path: string, flags: number) => {
        most = Math.max(most, ++open)
        const file = await fs.open(path, flags)
        return { ...file, close: () => file.close().finally(() => open--) }
      },
    }
    const reader = createFileReader(folder.path, { fs: counted })
    const texts = await Promise.all(names.map((name) => reader.read(name)))
    expect(texts.map(({ text }) => text)).toEqual(names)
    expect(most).toBe(32)
    expect(open).toBe(0)
  })
})

describe('options', () => {
  it('rejects an unknown option and suggests the likely one', () => {
    expect(() => createFileReader('.', { maxChar: 5 } as object)).toThrow(/Did you mean 'maxChars'\?.*OPTION_INVALID/)
  })

  it.each([[-1], [1.5], [Number.NaN], ['5']])('rejects %s as a size', (maxChars) => {
    expect(() => createFileReader('.', { maxChars: maxChars as number })).toThrow('whole number')
  })
})
