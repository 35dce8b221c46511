import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CountMemory, createContext, createCountMemory, type Tokenizer } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { fileCounts, workspace } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { writers } from '../stores/helpers/processes.ts'

const long = (word: string): string => `${word} `.repeat(20)

/** One token for each character, and a list of what was counted. */
function counting(name = 'characters', exact = true): Tokenizer & { readonly counted: string[] } {
  const counted: string[] = []
  return {
    name,
    exact,
    counted,
    count: (text) => {
      counted.push(text)
      return text.length
    },
  }
}

const countIn = (memory: CountMemory, tokenizer: Tokenizer, text: string): number =>
  memory.countsOf(tokenizer)(text, tokenizer.count)

/** Returns the counts in a file, of all tokenizers. */
function countsIn(file: string): Readonly<Record<string, Readonly<Record<string, number>>>> {
  return (JSON.parse(readFileSync(file, 'utf8')) as { tokenizers: Record<string, Record<string, number>> }).tokenizers
}

describe('fileCounts', () => {
  it('makes the same requests as without it, and counts no long text twice in two processes', async () => {
    const { path: root } = await tempFolder()
    const file = join(root, 'cache', 'counts.json')
    const agent = join(root, 'agent')
    mkdirSync(agent)
    writeFileSync(join(agent, 'AGENTS.md'), `# Rules\n\n${long('Be kind and brief.')}\n`)
    writeFileSync(join(agent, 'MEMORY.md'), Array.from({ length: 30 }, (_, n) => `- ${long(`fact${n}`)}`).join('\n'))
    const session = Array.from({ length: 40 }, (_, n) => ({
      role: n % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: long(`message${n}`),
    }))
    const build = async (counts: CountMemory, tokenizer: Tokenizer, window: number): Promise<string> => {
      const context = await createContext()
        .use([...workspace(agent).filter(({ name }) => !['history', 'message'].includes(name)), history(), message()])
        .tokenizer(tokenizer)
        .counts(counts)
        .budget({ window, reserve: 500 })
        .build({ scope: { tenant: 'acme', kind: 'private' }, session, message: 'And now?', now: new Date(0) })
      const { report, system, messages } = context
      return JSON.stringify({ system, messages, tokens: report.tokens, rows: report.rows })
    }
    for (const window of [100_000, 9_000, 4_000]) {
      const wanted = await build(createCountMemory(), counting(), window)
      const [first, second] = [counting(), counting()]
      const counts = await fileCounts(file)
      expect(await build(counts, first, window)).toBe(wanted)
      expect(await counts.save()).toBe(true)
      expect(await build(await fileCounts(file), second, window)).toBe(wanted)
      if (window === 100_000) expect(first.counted.filter((text) => text.length >= 32).length).toBeGreaterThan(40)
      expect(second.counted.filter((text) => text.length >= 32)).toEqual([])
    }
  })

  it('counts a text again that has changed, also with the size and the times of the file before', async () => {
    const { path: root } = await tempFolder()
    const [file, note] = [join(root, 'counts.json'), join(root, 'note.md')]
    // Here the number of vowels is the count, so that texts of one length have different counts.
    const tokenizer: Tokenizer = { name: 'vowels', exact: true, count: (text) => text.match(/[aeiou]/g)?.length ?? 0 }
    writeFileSync(note, long('aaa'))
    const { atime, mtime } = statSync(note)
    const counts = await fileCounts(file)
    expect(countIn(counts, tokenizer, readFileSync(note, 'utf8'))).toBe(60)
    await counts.save()
    writeFileSync(note, long('abb'))
    utimesSync(note, atime, mtime)
    expect(countIn(await fileCounts(file), tokenizer, readFileSync(note, 'utf8'))).toBe(20)
  })

  it('keeps tokenizers apart by name, and writes no estimate and no text', async () => {
    const file = join((await tempFolder()).path, 'counts.json')
    const counts = await fileCounts(file)
    countIn(counts, counting('one'), long('secret'))
    countIn(counts, counting('estimate', false), long('secret'))
    countIn(counts, counting('one'), 'short')
    await counts.save()
    expect(Object.values(countsIn(file)).map((own) => Object.keys(own).length)).toEqual([1])
    expect(readFileSync(file, 'utf8')).not.toContain('secret')
    const other = counting('other')
    countIn(await fileCounts(file), other, long('secret'))
    expect(other.counted).toHaveLength(1)
  })

  it.each([
    ['torn', '{"lamella":"counts","version":1,"tokenizers":{"characters":{"abc'],
    ['of another program', '{"counts":[1,2,3]}'],
    ['of an unknown version', '{"lamella":"counts","version":0,"tokenizers":{"characters":{}}}'],
    ['not JSON', '\u0000\u0001binary'],
    ['empty', ''],
    [
      'full of values that are no counts',
      '{"lamella":"counts","version":1,"tokenizers":{"characters":{"a":-1,"b":"x"},"x":3}}',
    ],
  ])('counts anew if its file is %s, and replaces it', async (_, text) => {
    const file = join((await tempFolder()).path, 'counts.json')
    writeFileSync(file, text)
    const [first, second] = [counting(), counting()]
    const counts = await fileCounts(file)
    expect(countIn(counts, first, long('one'))).toBe(80)
    expect(first.counted).toHaveLength(1)
    expect(await counts.save()).toBe(true)
    expect(countIn(await fileCounts(file), second, long('one'))).toBe(80)
    expect(second.counted).toEqual([])
  })

  it('counts anew if its file is of a later release, and leaves the file to that one', async () => {
    const file = join((await tempFolder()).path, 'counts.json')
    const newer = '{"lamella":"counts","version":2,"tokenizers":{"characters":{}}}'
    writeFileSync(file, newer)
    const counts = await fileCounts(file)
    expect(countIn(counts, counting(), long('one'))).toBe(80)
    expect(await counts.save()).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe(newer)
  })

  it('keeps the fields that a later release has added', async () => {
    const file = join((await tempFolder()).path, 'counts.json')
    writeFileSync(file, '{"lamella":"counts","version":1,"by":{"x":1},"tokenizers":{}}')
    const counts = await fileCounts(file)
    countIn(counts, counting(), long('one'))
    expect(await counts.save()).toBe(true)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 1, by: { x: 1 } })
    expect(Object.keys(countsIn(file))).toEqual(['characters'])
  })

  it('does not use a count that is no whole number', async () => {
    const file = join((await tempFolder()).path, 'counts.json')
    const counts = await fileCounts(file)
    countIn(counts, counting(), long('one'))
    await counts.save()
    for (const wrong of ['-80', '80.5', '"80"', 'null', '1e400']) {
      const saved = readFileSync(file, 'utf8')
      writeFileSync(file, saved.replace(':80}', `:${wrong}}`))
      expect(countIn(await fileCounts(file), counting(), long('one'))).toBe(80)
      writeFileSync(file, saved)
    }
  })

  it('continues when its file is deleted while it runs, and writes it again', async () => {
    const file = join((await tempFolder()).path, 'cache', 'counts.json')
    const counts = await fileCounts(file)
    countIn(counts, counting(), long('one'))
    await counts.save()
    rmSync(join(file, '..'), { recursive: true })
    expect(countIn(counts, counting(), long('two'))).toBe(80)
    expect(await counts.save()).toBe(true)
    expect(Object.keys(countsIn(file)['characters'] ?? {})).toHaveLength(2)
  })

  it('says that it could not save, and counts as before, where nothing can be written', async () => {
    const { path: root } = await tempFolder()
    writeFileSync(join(root, 'file'), '')
    // A folder cannot be made below a file, whoever the user is.
    const counts = await fileCounts(join(root, 'file', 'counts.json'))
    expect(countIn(counts, counting(), long('one'))).toBe(80)
    expect(await counts.save()).toBe(false)
    expect(countIn(counts, counting(), long('two'))).toBe(80)
    expect(readdirSync(root)).toEqual(['file'])
  })

  it('drops the counts that were used longest ago above its limit', async () => {
    const file = join((await tempFolder()).path, 'counts.json')
    const first = await fileCounts(file, { maxCounts: 3 })
    for (const word of ['one', 'two', 'six']) countIn(first, counting(), long(word))
    await first.save()
    const second = await fileCounts(file, { maxCounts: 3 })
    countIn(second, counting(), long('one'))
    countIn(second, counting(), long('ten'))
    await second.save()
    const last = counting()
    const third = await fileCounts(file, { maxCounts: 3 })
    for (const word of ['one', 'two', 'six', 'ten']) countIn(third, last, long(word))
    expect(last.counted).toEqual([long('two')])
  })

  it('has a whole file at every moment while several processes write it', async () => {
    const file = join((await tempFolder()).path, 'counts.json')
    const start = await writers()
    const processes = ['a', 'b', 'c'].map((name) => start('counts', file, name, 40))
    let isDone = false
    const all = Promise.all(processes.map(({ ended }) => ended)).finally(() => {
      isDone = true
    })
    while (!isDone) {
      try {
        const own = Object.entries(countsIn(file)['characters'] ?? {})
        expect(own.length).toBeGreaterThan(0)
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe('ENOENT')
      }
      await new Promise((next) => setTimeout(next, 1))
    }
    expect(await all).toEqual([0, 0, 0])
    expect(processes.map((one) => one.lines().length)).toEqual([40, 40, 40])
    expect(readdirSync(join(file, '..'))).toEqual(['counts.json'])
    // A count that was lost to another writer is counted again; none is wrong.
    const tokenizer = counting()
    const counts = await fileCounts(file)
    for (const name of ['a', 'b', 'c'])
      for (let n = 0; n < 40; n++) {
        const text = `${name} ${n} `.repeat(20)
        expect(countIn(counts, tokenizer, text)).toBe(text.length)
      }
    expect(tokenizer.counted.length).toBeLessThan(120)
  })

  it('refuses unknown options', async () => {
    await expect(fileCounts('counts.json', { maxCount: 1 } as object)).rejects.toThrow(/maxCounts/)
    await expect(fileCounts('counts.json', { maxCounts: -1 })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })
})
