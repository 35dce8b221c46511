import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { pages } from '../markdown.ts'
import { filesBelow, packages, published, root, shown } from '../repo.ts'
import { entriesOf } from '../source-entries.ts'
import { collect, parse } from '../syntax.ts'
import { exportsOf } from './exports.ts'
import { wordsOf } from './report.ts'

/** A public name, and who needs it. */
export interface Need {
  readonly name: string
  /** The entries that export it: all of them count. */
  readonly specifiers: readonly string[]
  readonly isType: boolean
  /** Pages whose code or text names it, as paths from the root of the repository. */
  readonly pages: readonly string[]
  /** Other packages, their tests (`tests of core`) and examples that import it. */
  readonly importers: readonly string[]
  /** Other public names whose declarations mention it. */
  readonly declarations: readonly string[]
}

/** Returns every public name of every published package with those who need it. */
export function needs(): readonly Need[] {
  const all = published.flatMap(entriesOf).flatMap((entry) => exportsOf(entry).map((one) => ({ ...one, entry })))
  const names = new Set(all.map(({ name }) => name))
  const declared = all.map((one) => ({ name: one.name, words: wordsOf(one, (word) => names.has(word)) }))
  const named = codeOfPages()
  const importers = importersByName()
  const byDeclaration = new Map<string, (typeof all)[number][]>()
  for (const one of all) {
    const key = `${one.entry.folder} ${one.name} ${one.file}`
    byDeclaration.set(key, [...(byDeclaration.get(key) ?? []), one])
  }
  return [...byDeclaration.values()].map((same) => {
    const [{ name, isType, entry }] = same as [(typeof all)[number]]
    const importedBy = same.flatMap((one) => [...(importers.get(`${one.entry.specifier} ${name}`) ?? [])])
    return {
      name,
      specifiers: same.map((one) => one.entry.specifier),
      isType,
      pages: [...named].flatMap(([page, own]) => (own.has(name) ? [page] : [])),
      importers: [...new Set(importedBy)]
        .filter((one) => one !== entry.folder && one !== `tests of ${entry.folder}`)
        .sort(),
      declarations: [
        ...new Set(declared.flatMap((one) => (one.name !== name && one.words.has(name) ? [one.name] : []))),
      ],
    }
  })
}

const words = (text: string): ReadonlySet<string> => new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? [])

/** The words in the code of each page: its blocks, and what stands between backticks. */
function codeOfPages(): ReadonlyMap<string, ReadonlySet<string>> {
  const codeOf = (page: string): string =>
    (readFileSync(page, 'utf8').match(/^```[\s\S]*?^```|`[^`\n]+`/gm) ?? []).join('\n')
  return new Map(
    pages.filter((page) => !page.endsWith('public-names.md')).map((page) => [shown(page), words(codeOf(page))]),
  )
}

function importersByName(): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>()
  for (const [user, file] of usingFiles())
    for (const key of collect(parse(file), importedNames).flat())
      importers.set(key, (importers.get(key) ?? new Set()).add(user))
  return importers
}

/** The files that may import public names, each with its package, or `tests of core`, or `examples/01-workspace`. */
function usingFiles(): readonly (readonly [user: string, file: string])[] {
  const below = (folder: string, user: string): readonly (readonly [string, string])[] =>
    [...filesBelow(folder, '.ts'), ...filesBelow(folder, '.tsx')].map((file) => [user, file] as const)
  return [
    ...packages.flatMap(({ path, folder }) => [
      ...['src', 'page', 'scripts'].flatMap((part) => below(`${path}/${part}`, folder)),
      ...below(`${path}/test`, `tests of ${folder}`),
    ]),
    ...filesBelow(`${root}/examples`, '.mjs').map(
      (file) => [shown(file).split('/').slice(0, 2).join('/'), file] as const,
    ),
  ]
}

/** Returns `<specifier> <name>` for each name that an import or a re-export takes from another package. */
function importedNames(node: ts.Node): readonly string[] | undefined {
  if (ts.isVariableDeclaration(node)) return dynamicallyImported(node)
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return undefined
  const from = node.moduleSpecifier && (node.moduleSpecifier as ts.StringLiteral).text
  const named = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
  if (!from?.startsWith('@lamella/') || !named || !(ts.isNamedImports(named) || ts.isNamedExports(named))) return []
  return named.elements.map(({ name, propertyName }) => `${from} ${(propertyName ?? name).text}`)
}

/** The names of `const { name } = await import('@lamella/…')`. */
function dynamicallyImported({ name, initializer }: ts.VariableDeclaration): readonly string[] | undefined {
  const call = initializer && ts.isAwaitExpression(initializer) ? initializer.expression : undefined
  if (!call || !ts.isCallExpression(call) || call.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined
  const [from] = call.arguments
  if (!from || !ts.isStringLiteral(from) || !ts.isObjectBindingPattern(name)) return undefined
  return name.elements.map((element) => `${from.text} ${(element.propertyName ?? element.name).getText()}`)
}
