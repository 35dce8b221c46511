import { createRequire } from 'node:module'
import { sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAsk } from '../../src/search/question.ts'
import { termsOf } from '../../src/search/terms.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database
const ada = { tenant: 'acme', user: 'ada' }

const words =
  'the The ships relational été ЁЛКА straße Ａ１ ﬁ ① हिन्दी 東京タワー 서울 ไทย İı Łódź ·7 a·b · x_y don’t 👍🏽 \u0301 \u0000 zz·zz'.split(
    ' ',
  )
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(fc.constantFrom(...words, ' ', '\n', '-'), { maxLength: 30 }).map((parts) => parts.join(' ')),
  fc.array(fc.constantFrom(...words, 'running', 'generously'), { maxLength: 30 }).map((parts) => parts.join('')),
)
/** Stores keep neither lone surrogates nor empty texts. */
const storable = texts.filter((text) => text.trim() !== '' && !/\p{Surrogate}/u.test(text))

interface Instance {
  readonly term: string
  readonly offset: number
}

/** A database of the stores with one entry in it, and its FTS5 tokens. */
async function indexOf(text: string, before: number) {
  const db = new Sqlite(':memory:')
  const { memory } = await sqlite(db)
  // Earlier owners, so that numbers have more than one digit.
  for (let index = 0; index < before; index++) await memory.put({ tenant: `t${index}` }, { id: 'a', text: 'x' })
  await memory.put(ada, { id: 'text', text })
  const { id: owner } = db.prepare("SELECT id FROM owners WHERE tenant = 'acme'").get() as { readonly id: number }
  const { id: row } = db.prepare('SELECT id FROM entries WHERE owner = ?').get(owner) as { readonly id: number }
  const found = db
    .prepare("SELECT term, offset FROM entry_words WHERE doc = ? AND col = 'said' ORDER BY offset")
    .all(row)
  return { db, owner, found: found as Instance[] }
}

/** The tokens that an FTS5 tokenizer produces from words. */
function tokensOf(tokenizer: string, text: string): readonly string[] {
  const db = new Sqlite(':memory:')
  db.exec(`CREATE VIRTUAL TABLE t USING fts5 (said, tokenize = '${tokenizer}')`)
  db.exec('CREATE VIRTUAL TABLE v USING fts5vocab (t, instance)')
  db.prepare('INSERT INTO t (said) VALUES (?)').run(text)
  const tokens = (db.prepare('SELECT term FROM v ORDER BY offset').all() as Instance[]).map(({ term }) => term)
  db.close()
  return tokens
}

describe('the FTS5 index of a text', () => {
  it("has one token per term, in the order of the terms, with SQLite's stem of the single term", async () => {
    await fc.assert(
      fc.asyncProperty(storable, fc.constantFrom(0, 12), async (text, before) => {
        const terms = termsOf(text)
        const { db, owner, found } = await indexOf(text, before)
        db.close()
        expect(found.map(({ offset }) => offset)).toEqual(terms.map((_, index) => index))
        const stems = terms.flatMap((term) => tokensOf('porter ascii', `${owner}·${term}`))
        expect(found.map(({ term }) => term)).toEqual(stems)
        // Without the stemmer, terms are not split, folded or lost.
        const plain = tokensOf('ascii', terms.map((term) => `${owner}·${term}`).join(' '))
        expect(plain).toEqual(terms.map((term) => `${owner}·${term}`))
      }),
      { numRuns: Math.min(500, Number(process.env['LAMELLA_RUNS'] ?? 60)) },
    )
  }, 60_000)

  it('matches a query with the same text, each term equally often', async () => {
    await fc.assert(
      fc.asyncProperty(storable, async (text) => {
        const { db, owner, found } = await indexOf(text, 0)
        const counts = new Map<string, number>()
        for (const { term } of found) counts.set(term, (counts.get(term) ?? 0) + 1)
        const asked = createAsk(db)(owner, text)
        expect(new Map(asked.map(({ term, count }) => [term, count]))).toEqual(counts)
        db.close()
      }),
      { numRuns: Math.min(500, Number(process.env['LAMELLA_RUNS'] ?? 60)) },
    )
  }, 60_000)
})
