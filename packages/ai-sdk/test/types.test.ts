import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('..', import.meta.url))
const fixture = join(folder, 'test/types/adoption.ts')

const read = ts.readConfigFile(join(folder, '../../tsconfig.base.json'), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, join(folder, '../..'))

/** Reads each file once: most are the same with every version. */
const host = ts.createCompilerHost(options)
const files = new Map<string, ts.SourceFile | undefined>()
const { getSourceFile } = host
host.getSourceFile = (name, ...rest) => {
  if (!files.has(name)) files.set(name, getSourceFile(name, ...rest))
  return files.get(name)
}

/** Compiles the fixture and the sources it uses with the settings of this repository, with one version of the SDK as `ai`. */
function problemsWith(types: string): readonly string[] {
  const program = ts.createProgram(
    [fixture],
    {
      ...options,
      noEmit: true,
      declaration: false,
      isolatedDeclarations: false,
      paths: { ai: [join(folder, 'node_modules', types)] },
    },
    host,
  )
  const sources = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(folder) && !fileName.includes('node_modules'))
  // Only what a user compiles: our own code is checked against one version, by tsc.
  const own = sources.filter(({ fileName }) => fileName === fixture)
  expect(sources.length).toBeGreaterThan(5)
  return own
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

it.each([
  ['AI SDK 6, newest', 'ai/dist/index.d.ts'],
  ['AI SDK 6, oldest', 'ai-oldest/dist/index.d.ts'],
  ['AI SDK 7', 'ai-v7/dist/index.d.ts'],
])('results go into the functions of %s without a cast', (_, types) => {
  expect(problemsWith(types)).toEqual([])
})
