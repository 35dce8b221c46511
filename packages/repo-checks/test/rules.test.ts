import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import {
  emitsNothing,
  findings,
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

const file = (text: string): ts.SourceFile => ts.createSourceFile('/x.ts', text, ts.ScriptTarget.Latest, true)

describe('the style rules', () => {
  const cases: readonly (readonly [Rule, bad: readonly string[], good: readonly string[]])[] = [
    [
      noDefaultExport,
      ['export default 1', 'export default function f() {}', 'export { a as default }'],
      ['export { a }'],
    ],
    [noExportAll, ["export * from './a.ts'", "export * as a from './a.ts'"], ["export { a } from './a.ts'"]],
    [noEnum, ['enum A { B }', 'namespace A {}'], ["type A = 'b'"]],
    [noAny, ['let a: any', 'f(a as any)'], ['let a: unknown', "const any = 'any'"]],
    [noInstanceofError, ['e instanceof LamellaError'], ['e instanceof Error']],
    [
      noNode,
      ["import { a } from 'node:fs'", 'process.env', 'f(Buffer.from(a))', "require('a')", 'const a = { process }'],
      ['a.process', 'const a = { process: 1 }', "function f() { return typeof Buffer === 'undefined' ? 0 : Buffer }"],
    ],
    [
      noAmbience,
      [
        'new Date()',
        'Date.now()',
        'Math.random()',
        'a.localeCompare(b)',
        'a.toLocaleString()',
        'const { a } = f(Date())',
      ],
      ['new Date(0)', 'Math.floor(a)'],
    ],
    [
      noTimeLimit,
      ["it('x', () => {}, 60_000)", "it.each([1])('x', { timeout: 9 }, () => {})", 'beforeAll(() => {}, 9)'],
      ["it('x', () => { f({ timeout: 9 }, 9) })", "test.for([9])('x', () => {})", "f('x', () => {}, 60_000)"],
    ],
    [
      noReplacementText,
      ["a.replace('x', user)", "a.replaceAll(/x/g, '<' + user)"],
      ["a.replace('x', '')", 'a.replace(/x/, () => user)', "const f = () => user; a.replace('x', f)"],
    ],
  ]

  it.each(cases.flatMap(([rule, bad]) => bad.map((text) => ({ rule, text }))))(
    'report violations: $text',
    ({ rule, text }) => {
      expect(findings(file(text), rule)).not.toEqual([])
    },
  )

  it.each(cases.flatMap(([rule, , good]) => good.map((text) => ({ rule, text }))))(
    'accept allowed code: $text',
    ({ rule, text }) => {
      expect(findings(file(text), rule)).toEqual([])
    },
  )

  it('distinguish types from code', () => {
    const emits = (text: string): boolean => file(text).statements.some((one) => !emitsNothing(one))
    const types = [
      "import type { A } from './a.ts'",
      'export interface A {}',
      'type A = 1',
      "export type { A } from './a.ts'",
    ]
    expect(types.filter(emits)).toEqual([])
    const code = [
      "import { type A } from './a.ts'",
      'export const a = 1',
      'function f() {}',
      "export { A } from './a.ts'",
    ]
    expect(code.filter((text) => !emits(text))).toEqual([])
  })
})
