import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { apiReport } from '../src/api/report.ts'
import { published } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'

interface OptionsFunction {
  readonly specifier: string
  readonly name: string
  readonly file: string
  /** The index of the parameter with the options. */
  readonly at: number
}

/** Returns the functions of a block of declarations that have a parameter of a type `...Options`. */
function withOptions(block: string): readonly (readonly [name: string, at: number])[] {
  const { statements } = ts.createSourceFile(
    'api.d.ts',
    block.replaceAll(/^```.*$/gm, ''),
    ts.ScriptTarget.Latest,
    true,
  )
  return statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !statement.name) return []
    const at = statement.parameters.findIndex(({ type }) => {
      return type && ts.isTypeReferenceNode(type) && /Options$/.test(type.typeName.getText())
    })
    return at < 0 ? [] : [[statement.name.text, at] as const]
  })
}

/**
 * Entries for authors of layers, stores and hosts. Their functions are called with what a checked function has checked, or inside
 * of tests.
 */
const forAuthors = /^@lamella\/(?:core\/plugin|store(?:\/search)?|host|testkit.*)$/

/** The functions with options that the entries for users publish. */
const functions = published.flatMap((one): readonly OptionsFunction[] => {
  const { name: owner, publishConfig } = one.manifest
  const page = apiReport(one)
  return entriesOf(one).flatMap(({ specifier }) => {
    if (forAuthors.test(specifier)) return []
    const block = page.split(`\n## \`${specifier}\`\n`)[1]?.split('\n## ')[0] ?? ''
    const target = publishConfig?.exports?.[`.${specifier.slice(owner.length)}`] as Readonly<Record<string, string>>
    const file = join(one.path, target['default'] as string)
    return withOptions(block).map(([name, at]) => ({ specifier, name, file, at }))
  })
})

/** Calls a function with a value for its options and nothing else, and returns what it throws. */
async function thrownBy({ file, name, at }: OptionsFunction, value: unknown): Promise<unknown> {
  const entry = (await import(pathToFileURL(file).href)) as Readonly<Record<string, (...args: unknown[]) => unknown>>
  const args: unknown[] = Array.from({ length: at + 1 }, () => undefined)
  args[at] = value
  try {
    await entry[name]?.(...args)
  } catch (error) {
    return error
  }
  return undefined
}

describe('a public function with options', () => {
  it('is found in many packages', () => {
    expect(new Set(functions.map(({ file }) => file)).size).toBeGreaterThan(20)
  })

  it.each(functions)('$specifier $name names a misspelt option, and what is no options', async (one) => {
    for (const value of [{ misspelt: 1 }, null, 5]) {
      const error = await thrownBy(one, value)
      const thrown = error instanceof Error ? `${error.name}: ${error.message}` : 'nothing'
      expect([value, thrown]).toEqual([value, expect.stringMatching(/^LamellaError: /)])
    }
  })
})
