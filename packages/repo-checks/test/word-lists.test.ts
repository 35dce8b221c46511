import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { published, root } from '../src/repo.ts'
import { parse } from '../src/syntax.ts'
import { comparedWords, ownNames, wordListsOf } from '../src/word-lists.ts'

/** Code that decides what is kept of a conversation, and what is found. */
const folders = ['compaction/src', 'layers/src', 'runs/src', 'store/src/search', 'offload/src', 'ranker-bm25/src']

/** Files with words that do not decide it. */
const allowed: Readonly<Record<string, string>> = {
  'packages/compaction/src/digest/likely-secret.ts':
    'Names of secrets: what they name is left out for safety, whatever is kept.',
  'packages/compaction/src/summary/secrets.ts': 'The same, in a sentence.',
  'packages/compaction/src/digest/label-before.ts':
    'Stop words of English, left out of the label by which a secret is known.',
  'packages/ranker-bm25/src/turns/spelled-date.ts':
    'Months of English: the words of a date, added to what a text is found by.',
  'packages/ranker-bm25/src/analysis/characters.ts': 'Names of scripts, of which an expression is made.',
  'packages/ranker-bm25/src/analysis/fold.ts': 'Letters that are written as two.',
  'packages/offload/src/aside/content.ts': 'Media types of texts.',
  'packages/layers/src/skills/loading-tools.ts':
    'Names of tools of other programs that load a skill: protocol, not talk.',
}

/** Languages have their own stop words, endings and marks. */
const languages = 'packages/ranker-bm25/src/analysis/languages/'

/**
 * Words of the fields in the recordings by which a digest is measured: the tools of tau-bench's airline
 * (https://github.com/sierra-research/tau-bench, seen on 2026-11-29). No rule may know one.
 */
const recordedFields = new Set(
  (
    'address arrival available baggages birth brand cabin city country departure destination dob economy email expression first flight ' +
    'flights four history insurance last membership methods nonfree number origin passenger passengers payment price prices province ' +
    'reservation reservations saved scheduled seats total zip'
  ).split(' '),
)

const files = folders.flatMap((folder) => filesIn(join(root, 'packages', folder)))
const sources = published.map(({ folder }) => join(root, 'packages', folder, 'src'))
const own = new Set(sources.flatMap(filesIn).flatMap((path) => ownNames(parse(path))))

const placeIn = (place: string): string => place.split(':')[0] ?? ''
const isLanguage = (place: string): boolean => place.startsWith(languages)
const inFile = (code: string): ts.SourceFile => ts.createSourceFile('/x.ts', code, ts.ScriptTarget.Latest, true)
const inCode = (code: string): readonly (readonly string[])[] => wordListsOf(inFile(code)).map(({ words }) => words)

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
}

describe('what a cut keeps and a search finds', () => {
  const lists = files.flatMap((path) => wordListsOf(parse(path), (word) => own.has(word)))

  it('is not decided by a list of words', () => {
    expect(lists.filter(({ place }) => !isLanguage(place) && !(placeIn(place) in allowed))).toEqual([])
  })

  it('is chosen by modules that the check reads, and each exception has a list', () => {
    for (const one of ['compaction/src/summary/sentences.ts', 'compaction/src/digest/units.ts', 'layers/src/history']) {
      expect([one, files.some((path) => path.includes(one))]).toEqual([one, true])
    }
    expect(Object.keys(allowed).filter((path) => !lists.some(({ place }) => placeIn(place) === path))).toEqual([])
  })

  it('knows no field of our recordings', () => {
    const known = files.flatMap((path) => comparedWords(parse(path))).filter(({ place }) => !isLanguage(place))
    expect(
      known.filter(({ words }) => words.some((one) => recordedFields.has(one.toLowerCase()) && !own.has(one))),
    ).toEqual([])
  })
})

describe('a list of words', () => {
  it.each([
    ['alternatives', 'const a = /\\b(?:must not|any more|replaces?)\\b/i'],
    ['alternatives of one letter more', 'const a = /(name|city|cabin)\\d?$/'],
    ['an array', "const a = new Set(['instead', 'rather', 'longer'])"],
    ['a text that is split', "const a = ('never always ' + 'prefer').split(' ')"],
    ['words of another language', 'const a = /doch|lieber|nicht mehr/'],
    ['an expression made of a text', "const a = new RegExp('(?:instead|rather|longer)')"],
    ['a table', "const a = { bought: 'buy', brought: 'bring', found: 'find' }"],
    ['cases', "switch (a) { case 'never': case 'always': case 'prefer': b() }"],
    ['comparisons', "const a = b === 'never' || (b === 'always' || b === 'prefer')"],
  ])('is found: %s', (_, code) => {
    expect(inCode(code)).toHaveLength(1)
  })

  it.each([
    ['classes of characters', 'const a = /\\p{Script=Han}|\\p{Script=Thai}|\\p{Lu}\\p{Ll}/u'],
    ['two words', 'const a = /user|assistant/'],
    ['a text', "const a = 'The newest first of all'"],
    ['names of functions by their kinds', 'const a = { user: say, assistant: answer, tool: call }'],
    ['two comparisons', "const a = b === 'never' || b === 'always'"],
    ['letters', 'const a = /[abcxyz]|[0-9]|\\d\\w/'],
  ])('is not: %s', (_, code) => {
    expect(inCode(code)).toEqual([])
  })
})

describe('a name of the program', () => {
  it('is a field of a type, or a text that a type names', () => {
    const code =
      "interface A { readonly cost: number; pay(): void }\nexport type B = 'never' | 'always'\nconst c = 'prefer'"
    expect(ownNames(inFile(code))).toEqual(['cost', 'pay', 'never', 'always'])
  })

  it('makes no list of words, as long as fewer than three others are in it', () => {
    const isOwn = (word: string): boolean => word === 'user'
    expect(wordListsOf(inFile("const a = ['user', 'never', 'always']"), isOwn)).toEqual([])
    expect(wordListsOf(inFile("const a = ['user', 'never', 'always', 'prefer']"), isOwn)).toHaveLength(1)
  })
})
