import { readFile } from 'node:fs/promises'
import { isLamellaError } from '@lamella/core'
import { createFileReader, fileMemory, memoryFiles } from '@lamella/provider-fs'
import type { NewMemory } from '@lamella/store'
import { createMemoryStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'
import { request } from '../helpers/request.ts'

const scope = { tenant: 'acme', user: 'anna' }

/** Text that is special in Markdown, to the memory reader, or in a file system. */
const hostile = fc.constantFrom(
  '# Heading',
  '- item',
  '  - nested',
  '1. one',
  '```',
  '~~~',
  '---',
  '===',
  '***',
  '> quote',
  '',
  ' ',
  '\t',
  '\r',
  '\r\n',
  '\0',
  '<!-- importance: 3 -->',
  '<!-- id: other -->',
  '<!-- id: a, sum: 00000000 -->',
  '<!--',
  '-->',
  '<!-- note -->',
  '\ufeff',
  '\u2028',
  '"quoted"',
  '\\',
  '- ',
  '#',
  'Titel',
  '    code',
  'a, b',
  'a: b',
  '🦊',
  '__proto__',
  '$&',
  '<b>',
  '&amp;',
)
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 8 })), { minLength: 1, maxLength: 6 })
  .chain((parts) => fc.constantFrom('\n', ' ', '', '\n\n').map((join) => parts.join(join)))
  .filter((joined) => joined !== '')
const word = text.map((one) => one.slice(0, 60)).filter((one) => one !== '' && !/[\uD800-\uDFFF]/u.test(one))
const entry: fc.Arbitrary<NewMemory> = fc.record(
  {
    id: fc.oneof(fc.constantFrom('a', 'b', 'm-x', 'a-2', '-->', 'a, b', '"'), word),
    text,
    kind: fc.oneof(fc.constantFrom('fact', 'note'), word),
    date: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-01T10:00:00Z', '2026-03-01T23:00:00-05:00'),
    importance: fc.constantFrom(1, 7, 7.5, 10),
    tags: fc.array(fc.oneof(fc.constantFrom('tea', 'a b', 'a,b', 'project:x', ' x', '<'), word), { maxLength: 3 }),
    source: word,
  },
  { requiredKeys: ['id', 'text'] },
) as fc.Arbitrary<NewMemory>

/** Arbitrary handwritten text. */
const byHand = fc
  .array(
    fc.oneof(
      hostile,
      fc.integer({ min: 0, max: 99 }).map((n) => `- item ${n}`),
      fc.constant('paragraph'),
      fc.constant('## Part'),
      fc.constant('\ttabbed'),
    ),
    { maxLength: 12 },
  )
  .map((lines) => lines.filter((line) => !line.includes('\0') && !line.includes('<!-- id')))

describe('entries created by a store', () => {
  it('are returned unchanged, from the store and from the source, whatever their content', async () => {
    const folder = await tempFolder()
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
        const path = folder.at(String(run++))
        const memory = fileMemory(path, { owner: scope, fsync: 'os' })
        const model = createMemoryStore()
        for (const one of entries) expect(await memory.put(scope, one)).toEqual(await model.put(scope, one))
        const kept = await model.list(scope)
        expect(await memory.list(scope)).toEqual(kept)
        const { entries: read, notices } = await memoryFiles(createFileReader(path)).entries(scope, request)
        expect(notices).toEqual([])
        const said = read.map(({ id, text, date, importance, tags }) => ({ id, text, date, importance, tags }))
        expect(said.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
          kept.entries.map(({ id, text, date, importance, tags }) => ({ id, text, date, importance, tags })),
        )
        await memory.close()
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 38) },
    )
  })
})

describe('handwritten text', () => {
  it('keeps its bytes and meaning when a store adds, changes and deletes entries around it', async () => {
    const folder = await tempFolder()
    let run = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(
        byHand,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.array(entry, { minLength: 1, maxLength: 3 }),
        async (lines, end, isEnded, entries) => {
          const name = String(run++)
          const before = lines.join(end) + (isEnded ? end : '')
          await folder.write(`${name}/MEMORY.md`, before)
          const memory = fileMemory(folder.at(name), { owner: scope, fsync: 'os' })
          const source = async () => {
            const { entries: read } = await memoryFiles(createFileReader(folder.at(name))).entries(scope, request)
            const made = new Set(entries.map(({ id }) => id))
            return read
              .filter(({ id }) => !made.has(id))
              .map(({ id, text, tags, importance }) => ({ id, text, tags, importance }))
          }
          const said = await source()
          try {
            for (const { date: _, ...one } of entries) await memory.put(scope, one)
            expect(await source()).toEqual(said)
            const now = await readFile(folder.at(`${name}/MEMORY.md`), 'utf8')
            // Every line is still present, in order.
            let at = 0
            for (const line of lines.join('\n').split(/\r\n|\r|\n/)) {
              at = now.indexOf(line, at)
              expect(at).toBeGreaterThanOrEqual(0)
              at += line.length
            }
            for (const { id } of entries) await memory.delete(scope, id)
            expect(await source()).toEqual(said)
          } catch (error) {
            // An unclosed fence or comment may leave no place for another entry.
            if (!isLamellaError(error, 'MEMORY_FILE_UNFIT') || !/```|~~~|<!--/.test(before)) throw error
            refused++
          }
          await memory.close()
        },
      ),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 38) },
    )
    expect(refused).toBeLessThan(run / 20)
  })
})
