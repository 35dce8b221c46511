import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portable } from '../src/portable.ts'
import { filesBelow, packages, shown, sourcesOf } from '../src/repo.ts'
import {
  emitsNothing,
  findings,
  listsNames,
  noAmbience,
  noAny,
  noDefaultExport,
  noEnum,
  noExportAll,
  noInstanceofError,
  noNode,
  noReplacementText,
  noTimeLimit,
  type Rule,
} from '../src/style.ts'
import { parse, placeOf } from '../src/syntax.ts'

const filesOf = (...folders: readonly string[]): readonly string[] =>
  packages.filter(({ folder }) => folders.includes(folder)).flatMap(sourcesOf)
const all = packages.flatMap(sourcesOf)
const found = (files: readonly string[], rule: Rule): readonly string[] =>
  files.flatMap((path) => findings(parse(path), rule))

describe('the sources of all packages', () => {
  it.each([
    ['have no default exports', noDefaultExport],
    ['list what they export by name', noExportAll],
    ['have no enums and no namespaces', noEnum],
    ['say unknown and never any', noAny],
    ['recognize errors by their brand', noInstanceofError],
  ])('%s', (_, rule) => {
    expect(found(all, rule)).toEqual([])
  })

  it('pass no untrusted text as the replacement of String.replace', () => {
    expect(found(all, noReplacementText)).toEqual([])
  })

  it('have no file longer than 250 lines', () => {
    const lines = (path: string): number => readFileSync(path, 'utf8').split('\n').length - 1
    expect(all.filter((path) => lines(path) > 250).map((path) => `${shown(path)} ${lines(path)}`)).toEqual([])
  })

  it('have file names in kebab-case', () => {
    expect(all.filter((path) => !/^[a-z0-9]+(-[a-z0-9]+)*\.ts$/.test(basename(path))).map(shown)).toEqual([])
  })

  it('have no TODO comments', () => {
    expect(all.filter((path) => /\b(TODO|FIXME|XXX)\b/.test(readFileSync(path, 'utf8'))).map(shown)).toEqual([])
  })

  it('have only types in folders named contract', () => {
    const contracts = all.filter((path) => /[\\/]contract[\\/]/.test(path))
    expect(contracts).not.toEqual([])
    const emitting = contracts.flatMap((path) => parse(path).statements.filter((one) => !emitsNothing(one)))
    expect(emitting.map(placeOf)).toEqual([])
  })

  it('have only named exports in the index of a package', () => {
    const indexes = all.filter((path) => /[\\/]src[\\/]index\.ts$/.test(path))
    const others = indexes.flatMap((path) => parse(path).statements.filter((one) => !listsNames(one)))
    expect(others.map(placeOf)).toEqual([])
  })
})

describe('the tests of all packages', () => {
  it('have no limit of time of their own', () => {
    const tests = packages.flatMap(({ path }) => filesBelow(path, '.test.ts'))
    expect(tests.length).toBeGreaterThan(500)
    expect(found(tests, noTimeLimit)).toEqual([])
  })
})

describe('packages that run in a browser', () => {
  it('use nothing from Node', () => {
    expect(found(filesOf(...portable), noNode)).toEqual([])
  })
})

describe('packages that determine a context', () => {
  it('use no clock, no random numbers and no locale', () => {
    expect(found(filesOf('core', 'layers', 'wire', 'ranker-bm25', 'chunks'), noAmbience)).toEqual([])
  })
})
