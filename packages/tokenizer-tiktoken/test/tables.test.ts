import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { computeNamedTable } from '../scripts/compute-named-table.ts'
import { createWaiting, mergeLong } from '../src/merge/merge-long.ts'
import { createParts, mergeShort, shortPiece } from '../src/merge/merge-short.ts'
import type { Table } from '../src/table/table.ts'
import { tableFromFile, tableToFile } from '../src/table/table-file.ts'
import { awkward, distinct, expectSame, oracle } from './oracle.ts'

// Other files of the worker may have loaded the tables, which are shared; these tests observe the loading.
vi.resetModules()
const { createTokenizer } = await import('@lamella/tokenizer-tiktoken')

const tables = new Map<string, ReturnType<typeof computeNamedTable>>()

/** Computes a table once for all tests, none of which changes it. */
function computed(name: (typeof distinct)[number]): ReturnType<typeof computeNamedTable> {
  const known = tables.get(name) ?? computeNamedTable(name)
  tables.set(name, known)
  return known
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array | Uint8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

const pack = (name: string): URL => new URL(`../dist/${name}.bin`, import.meta.url)

describe.each(distinct)('the table of %s', (name) => {
  it('is the same whether computed or read from the built file', async ({ task, skip }) => {
    // Only then does the build certainly match these sources.
    const isBuilt = task.file.projectName?.endsWith(':dist') === true && existsSync(pack(name))
    if (!isBuilt) skip('the sources are tested, not what is built of them')
    expect(Buffer.compare(tableToFile(await computed(name)), readFileSync(pack(name)))).toBe(0)
  })

  it('returns the same counts when read from a file, at any byte offset', async () => {
    const file = tableToFile(await computed(name))
    const shifted = new Uint8Array(file.length + 1)
    shifted.set(file, 1)
    const expected = oracle(name)
    const text = awkward.join(' some text ')
    for (const bytes of [file, file.buffer, shifted.subarray(1), Buffer.from(file)]) {
      const read: string[] = []
      const tokenizer = await createTokenizer(name, {
        readTable: async (wanted) => {
          read.push(wanted)
          return bytes
        },
      })
      expect(read).toEqual([`${name}.bin`])
      expectSame(text, tokenizer.encode(text), expected(text))
      tokenizer.free()
    }
  })

  it('has the same arrays when read from a file as when computed', async () => {
    const table = await computed(name)
    const read = tableFromFile(tableToFile(table).buffer)
    // Pairs are added in another order, and so may have other slots; which of them are found is tested by the counts.
    for (const array of ['starts', 'halves', 'byteIds', 'pool', 'tinySlots', 'shortSlots', 'longSlots'] as const)
      expect(Buffer.compare(bytesOf(table[array]), bytesOf(read?.[array] as Uint8Array)), array).toBe(0)
    expect([...(read as Table).pairSlots].filter(Boolean).sort()).toEqual([...table.pairSlots].filter(Boolean).sort())
  })

  it('leads to the same tokens whether all pairs are compared or a heap is used', async () => {
    const table = await computed(name)
    const parts = createParts()
    const waiting = createWaiting(table)
    const letters = fc.array(fc.constantFrom('a', 'b', 'e', 't', 'h', ' ', '中', 'é', '0'), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(letters, (piece) => {
        const bytes = new TextEncoder().encode(piece.join('')).subarray(0, shortPiece)
        const size = mergeShort(table, parts, bytes, 0, bytes.length)
        expect(Array.from(mergeLong(table, waiting, bytes, 0, bytes.length))).toEqual(
          Array.from(parts.ids.subarray(0, size)),
        )
      }),
      { numRuns: 2000 },
    )
  })
})

it('has files of at most 8 MB in all', async () => {
  const sizes = await Promise.all(distinct.map(async (name) => tableToFile(await computed(name)).length))
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(8_000_000)
})

describe('loading a table', () => {
  it('throws if the table cannot be read, and retries on the next call', async () => {
    const cause = new Error('no disk')
    const refuse = (): never => {
      throw cause
    }
    await expect(createTokenizer('p50k_base', { readTable: refuse })).rejects.toMatchObject({
      code: 'TABLE_UNREADABLE',
      cause,
      details: { file: 'p50k_base.bin' },
    })
    expect((await createTokenizer('p50k_base')).count('again')).toBe(1)
  })

  it('throws if the bytes are not a table', async () => {
    const file = tableToFile(await computed('r50k_base'))
    for (const bytes of [new Uint8Array(0), new Uint8Array(5000), file.subarray(0, -4), 'text']) {
      const wrong = createTokenizer('r50k_base', { readTable: () => bytes as Uint8Array })
      await expect(wrong).rejects.toMatchObject({ code: 'TABLE_UNREADABLE' })
    }
    // The whole file is one table, so a missing part makes the others wrong.
    const whole = tableFromFile(file.slice().buffer)
    expect(whole && Buffer.compare(tableToFile(whole), file)).toBe(0)
  })
})
