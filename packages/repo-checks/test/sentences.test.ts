import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from '../src/repo.ts'
import { readSentences } from '../src/sentences.ts'

const declared = `
  interface Notice { readonly code: string; readonly what: string; readonly fix?: string }
  class LamellaError extends Error { what = ''; fix = '' }
  declare const notice: Notice
  declare const error: LamellaError
`

const path = `${root}/packages/x/src/x.ts`
const options = { target: ts.ScriptTarget.ES2023, noEmit: true }
const host = ts.createCompilerHost(options)
// The libraries are the same for every program: they are parsed once.
const { getSourceFile } = host
const libraries = new Map<string, ts.SourceFile | undefined>()

/** Returns the places found in a program of one file. */
function found(code: string): readonly string[] {
  host.getSourceFile = (file, ...rest) => {
    if (file === path) return ts.createSourceFile(path, declared + code, ts.ScriptTarget.ES2023, true)
    if (!libraries.has(file)) libraries.set(file, getSourceFile(file, ...rest))
    return libraries.get(file)
  }
  return readSentences(ts.createProgram([path], options, host))
}

describe('the check that no code parses messages', () => {
  it.each([
    "notice.what.split('. ')",
    "error.message.replace('a', 'b')",
    "const { message } = error; message.endsWith('x')",
    'const { what: said } = notice; said.slice(2)',
    "function f({ fix }: LamellaError) { return fix.startsWith('Use') }",
    '/no such/.test(error.message)',
    "const text = error instanceof Error ? error.message : ''; text.includes('busy')",
  ])('reports: %s', (code) => expect(found(code)).toHaveLength(1))

  it.each([
    "notice.code.split('_')",
    'error.message.slice(0, 200)',
    'const message = notice.what + notice.fix; console.log(message.length)',
    "declare const mail: { readonly what: string }; mail.what.split(' ')",
  ])('accepts: %s', (code) => expect(found(code)).toEqual([]))
})
