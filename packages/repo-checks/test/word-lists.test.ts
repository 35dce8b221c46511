import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from '../src/repo.ts'
import { parse } from '../src/syntax.ts'
import { withImports, wordListsOf } from '../src/word-lists.ts'

/** Files with words that do not decide what is kept of a conversation. */
const allowed: Readonly<Record<string, string>> = {
  'packages/compaction/src/digest/likely-secret.ts':
    'Names of secrets: what they name is left out for safety, whatever is kept.',
  'packages/compaction/src/summary/secrets.ts': 'The same, in a sentence.',
  'packages/compaction/src/digest/label-before.ts':
    'Stop words of English, left out of the label by which a secret is known.',
}

const inCode = (code: string): readonly (readonly string[])[] =>
  wordListsOf(ts.createSourceFile('/x.ts', code, ts.ScriptTarget.Latest, true)).map(({ words }) => words)

describe('what a cut keeps', () => {
  const folder = join(root, 'packages/compaction/src/digest')
  const files = withImports(readdirSync(folder).map((name) => join(folder, name)))

  it('is not decided by a list of words', () => {
    const lists = files.flatMap((path) => wordListsOf(parse(path)))
    expect(lists.filter(({ place }) => !((place.split(':')[0] ?? '') in allowed))).toEqual([])
  })

  it('is chosen by modules that the check reads, and each exception is one of them', () => {
    const read = files.map((path) => relative(root, path))
    expect(read).toContain('packages/compaction/src/summary/sentences.ts')
    expect(Object.keys(allowed).filter((path) => !read.includes(path))).toEqual([])
    const lists = files.flatMap((path) => wordListsOf(parse(path))).map(({ place }) => place.split(':')[0])
    expect(Object.keys(allowed).filter((path) => !lists.includes(path))).toEqual([])
  })
})

describe('a list of words', () => {
  it.each([
    ['alternatives', 'const a = /\\b(?:must not|any more|replaces?)\\b/i'],
    ['alternatives of one letter more', 'const a = /(name|city|cabin)\\d?$/'],
    ['an array', "const a = new Set(['instead', 'rather', 'longer'])"],
    ['a text that is split', "const a = ('never always ' + 'prefer').split(' ')"],
    ['words of another language', 'const a = /doch|lieber|nicht mehr/'],
  ])('is found: %s', (_, code) => {
    expect(inCode(code)).toHaveLength(1)
  })

  it.each([
    ['classes of characters', 'const a = /\\p{Script=Han}|\\p{Script=Thai}|\\p{Lu}\\p{Ll}/u'],
    ['two words', 'const a = /user|assistant/'],
    ['a text', "const a = 'The newest first of all'"],
    ['letters', 'const a = /[abcxyz]|[0-9]|\\d\\w/'],
  ])('is not: %s', (_, code) => {
    expect(inCode(code)).toEqual([])
  })
})
