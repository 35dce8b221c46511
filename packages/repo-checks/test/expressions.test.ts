import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { type Expression, expressionsOf, type Found } from '../src/expressions.ts'
import { packages, root, sourcesOf } from '../src/repo.ts'
import { repeats, slowness } from '../src/slow-expressions.ts'
import { parse } from '../src/syntax.ts'

/** Expressions that are slow for some text, by their literal, with the reason why no text of this kind reaches them. */
const allowed: Readonly<Record<string, string>> = {
  '/\\B(?=(\\d{3})+$)/g': 'It groups the digits of a number, which has 25 characters at most.',
}

/** Expressions that are built at run time, by their code, with the reason why they are linear. */
const assembled: Readonly<Record<string, string>> = {
  "new RegExp(`(?=[\\\\p{L}\\\\p{N}])[${scripts.map((name) => `\\\\p{scx=${name}}`).join('')}]`, 'u')":
    'It is one class of characters.',
  "new RegExp(`${unseen}*?${end}`, 'iuy')":
    'It is tried at one place, after the name of a tag, and the gap that it reads ends at the first visible character.',
  "new RegExp(`(?:${line}{${size}}(?![\\\\w+/=-]))+(?:${line}{1,${size}}(?=[^\\\\w .,:]|$))?`, 'y')":
    'It is tried at one place, and reads each line once: all but the last have the same length, at most 255.',
  "new RegExp(`[${Array.from(plain.keys()).join('')}]`, 'g')": 'It is one class of characters.',
}

/**
 * The expressions that recheck has found to be linear, a line each below its version. Its verdict depends on the text
 * of an expression alone, and takes a second on average: only new ones are checked, and all of them in the nightly run.
 * `pnpm docs:generate` checks the new ones and writes the list.
 */
const provenFile = join(root, 'packages/repo-checks/linear-expressions.txt')
const version = (createRequire(import.meta.url)('recheck/package.json') as { readonly version: string }).version
const lines = existsSync(provenFile) ? readFileSync(provenFile, 'utf8').split('\n') : []
const proven = new Set(lines[0] === `recheck ${version}` ? lines : [])
const checksAll = process.env['LAMELLA_EVERY'] === '1'

const sources = packages.flatMap(sourcesOf)
const found = sources.flatMap((path) => expressionsOf(parse(path)))
const expressions = found.filter((one) => 'source' in one)
const unknown = found.filter((one) => 'unknown' in one)
const literal = ({ source, flags }: Expression): string => `/${source}/${flags}`
const inFile = (code: string): readonly Found[] =>
  expressionsOf(ts.createSourceFile('/x.ts', code, ts.ScriptTarget.Latest, true))

describe('the regular expressions of all packages', () => {
  it('take linear time for every text', async () => {
    const distinct = new Map(expressions.map((one) => [literal(one), one]))
    const checked = Array.from(distinct.values()).filter((one) => repeats(one) && !(literal(one) in allowed))
    expect(checked.length).toBeGreaterThan(100)
    const unproven = checked.filter((one) => checksAll || !proven.has(literal(one)))
    const problems = await Promise.all(unproven.map(slowness))
    expect(problems.filter((problem) => problem !== undefined)).toEqual([])
    const list = [`recheck ${version}`, ...checked.map(literal).sort(), '']
    await expect(list.join('\n')).toMatchFileSnapshot(provenFile)
  })

  it('are constant, except for the listed ones', () => {
    expect(unknown.filter(({ unknown: code }) => !(code in assembled))).toEqual([])
  })

  it('need every listed exception', () => {
    const literals = new Set(expressions.map(literal))
    expect(Object.keys(allowed).filter((one) => !literals.has(one))).toEqual([])
    const codes = new Set(unknown.map((one) => one.unknown))
    expect(Object.keys(assembled).filter((one) => !codes.has(one))).toEqual([])
  })
})

describe('the check of regular expressions', () => {
  it.each([
    ['a run that is tried from each of its characters', '/\\s+$/'],
    ['two runs that can be split in many ways', '/^---[ \\t]*([^\\n]*)\\n/'],
    ['the head of a data URL without a comma', '/^data:([^;,]*)[^,]*,/i'],
    ['breaks of a line that are spaces, too', '/^(?=[^\\S\\n]*===$)/gm'],
    ['a look back over a run', '/(?<=a\\p{M}*)\\u0300/gu'],
    ['strings that do not end', '/"(?:[^"\\\\]|\\\\.)*"/g'],
    ['exponential time', '/^(a|a)*$/'],
  ])('finds %s', async (_, code) => {
    const [expression] = inFile(code)
    expect(await slowness(expression as Expression)).toContain('as with')
  })

  it('reads expressions that are built from constants', () => {
    const code = `const run = "\\\\s+"\nconst slow = new RegExp(\`\${run}\` + "$", "u")`
    expect(inFile(code)).toEqual([expect.objectContaining({ source: '\\s+$', flags: 'u' })])
    expect(inFile('new RegExp(query)')).toEqual([expect.objectContaining({ unknown: 'new RegExp(query)' })])
  })
})
