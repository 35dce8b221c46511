import { dirname, join } from 'node:path'
import ts from 'typescript'
import { root } from './repo.ts'
import type { Snippet } from './snippets.ts'
import { entries } from './source-entries.ts'

/**
 * Compiles all blocks in one program, against the sources of the packages and with the settings of this repository.
 * Each block is a virtual file next to its page; those of pages at the root are in docs/, where their libraries are installed.
 * Returns the problems, as places in the pages.
 */
export function typeCheck(snippets: readonly Snippet[]): readonly string[] {
  const folderOf = (page: string): string => (dirname(page) === root ? join(root, 'docs') : dirname(page))
  const files = new Map(snippets.map((snippet, index) => [join(folderOf(snippet.page), `block-${index}.ts`), snippet]))
  const options = compilerOptions()
  const host = ts.createCompilerHost(options)
  // As in tsc: comments are parsed only where a type error may depend on them.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path)?.code ?? readFile(path)
  host.getSourceFile = (path, version, ...rest) => {
    const snippet = files.get(path)
    return snippet ? ts.createSourceFile(path, snippet.code, version) : getSourceFile(path, version, ...rest)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return Array.from(files).flatMap(([path, snippet]) => {
    const file = program.getSourceFile(path)
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map((one) => `${placeIn(snippet, one)} ${ts.flattenDiagnosticMessageText(one.messageText, '\n')}`)
  })
}

function compilerOptions(): ts.CompilerOptions {
  const path = join(root, 'tsconfig.base.json')
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, root)
  // Pages are in folders without installed packages, so every name is mapped to its source.
  const own = entries.map(({ specifier, source }) => [specifier, [source]])
  // The clients of providers are installed for the tests of wire, the AI SDK for those of its adapter.
  const clients = ['openai', '@anthropic-ai/sdk'].map((name) => {
    return [name, [join(root, 'packages/wire/node_modules', name, 'index.d.mts')]]
  })
  const others = [
    ['ai', 'ai-sdk/node_modules/ai/dist/index.d.ts'],
    ['@google/genai', 'wire/node_modules/@google/genai/dist/genai.d.ts'],
    ['@electric-sql/pglite', 'provider-postgres/node_modules/@electric-sql/pglite/dist/index.d.ts'],
  ].map(([name = '', path = '']) => [name, [join(root, 'packages', path)]])
  const paths = Object.fromEntries([...own, ...clients, ...others])
  return { ...options, paths, isolatedDeclarations: false, declaration: false, noEmit: true }
}

function placeIn({ page, place, line, before }: Snippet, { file, start = 0 }: ts.Diagnostic): string {
  const own = file ? file.getLineAndCharacterOfPosition(start).line - before : 0
  return own < 0 ? `${place} (in the code before it)` : `${page.slice(root.length + 1)}:${line + own}`
}
