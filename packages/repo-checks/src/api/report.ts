import ts from 'typescript'
import { type Package, shown } from '../repo.ts'
import { entriesOf } from '../source-entries.ts'
import { parse } from '../syntax.ts'
import { declaredNames, type Exported, exportsOf } from './exports.ts'

/**
 * Returns the public surface of a package as Markdown: the declaration of each exported name, without comments. A change of
 * the surface is then a change of this text, which a review sees.
 */
export function apiReport(one: Package): string {
  const sections = entriesOf(one).map((entry) => {
    const declarations = exportsOf(entry).map((exported) => declarationOf(exported))
    return `## \`${entry.specifier}\`\n\n\`\`\`typescript\n${declarations.join('\n\n')}\n\`\`\`\n`
  })
  return [`# Public names of ${one.manifest.name}\n`, ...sections].join('\n')
}

/** Returns the declaration of an exported name: all of its overloads, or where it comes from. */
function declarationOf({ name, isType, file, declared }: Exported): string {
  if (!file.endsWith('.ts') && !file.endsWith('.tsx'))
    return `export ${isType ? 'type ' : ''}{ ${declared === name ? name : `${declared} as ${name}`} } from '${file}'`
  const found = declarationsIn(file).get(declared)
  if (found === undefined) throw new Error(`${shown(file)} has no declaration of ${declared}.`)
  return declared === name ? found : `// as ${name}\n${found}`
}

const known = new Map<string, ReadonlyMap<string, string>>()

/** The declarations of a file by name, as `tsc` would write them. */
function declarationsIn(file: string): ReadonlyMap<string, string> {
  const cached = known.get(file)
  if (cached) return cached
  const { outputText } = ts.transpileDeclaration(parse(file).text, {
    fileName: file,
    compilerOptions: {
      isolatedDeclarations: true,
      removeComments: true,
      stripInternal: true,
      jsx: ts.JsxEmit.Preserve,
    },
  })
  const printed = ts.createSourceFile('declarations.d.ts', outputText, ts.ScriptTarget.Latest, true)
  const byName = new Map<string, string>()
  for (const statement of printed.statements)
    for (const name of declaredNames(statement)) {
      const text = statement.getText().replace(/^export (declare )?/, '')
      byName.set(name, [byName.get(name), text].filter(Boolean).join('\n'))
    }
  known.set(file, byName)
  return byName
}
