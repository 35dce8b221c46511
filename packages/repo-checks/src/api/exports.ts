import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { type Entry, entries } from '../source-entries.ts'
import { parse } from '../syntax.ts'

/** A name that an entry exports, and where it is declared. */
export interface Exported {
  readonly name: string
  readonly isType: boolean
  /** The file that declares it. */
  readonly file: string
  /** Its name in that file. */
  readonly declared: string
}

/** Returns what an entry exports, by name. Follows re-exports, also into other packages of the repository. */
export function exportsOf({ source }: Pick<Entry, 'source'>): readonly Exported[] {
  const found = namesIn(source).map((name) => resolve(source, name))
  return found.sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

interface Name {
  readonly exported: string
  readonly local: string
  readonly isType: boolean
  readonly from: string | undefined
}

function namesIn(path: string): readonly Name[] {
  return parse(path).statements.flatMap((statement): readonly Name[] => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement
      if (!exportClause || !ts.isNamedExports(exportClause)) throw new Error(`${path} exports without names.`)
      const from = moduleSpecifier && (moduleSpecifier as ts.StringLiteral).text
      return exportClause.elements.map(({ name, propertyName, isTypeOnly }) => ({
        exported: name.text,
        local: (propertyName ?? name).text,
        isType: statement.isTypeOnly || isTypeOnly,
        from,
      }))
    }
    const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExportKeyword)
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
    return isExported
      ? declaredNames(statement).map((name) => ({ exported: name, local: name, isType, from: undefined }))
      : []
  })
}

const isExportKeyword = ({ kind }: ts.Node): boolean => kind === ts.SyntaxKind.ExportKeyword

/** Returns the names that a statement declares. */
export function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.map(({ name }) => name.getText())
  const { name } = statement as { readonly name?: ts.Node }
  return name && ts.isIdentifier(name) ? [name.text] : []
}

function resolve(path: string, { exported, local, isType, from }: Name): Exported {
  const imported = from === undefined ? importOf(path, local) : { from, local }
  if (imported === undefined) return { name: exported, isType, file: path, declared: local }
  const file = fileOf(path, imported.from)
  if (file === undefined) return { name: exported, isType, file: imported.from, declared: imported.local }
  const next = namesIn(file).find((name) => name.exported === imported.local)
  if (next === undefined) throw new Error(`${file} does not export ${imported.local}, which ${path} exports.`)
  const found = resolve(file, next)
  return { ...found, name: exported, isType: isType || found.isType }
}

/** Where a file imports a name from that it then exports. */
function importOf(path: string, name: string): { readonly from: string; readonly local: string } | undefined {
  for (const statement of parse(path).statements) {
    if (!ts.isImportDeclaration(statement)) continue
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    const found = bindings.elements.find((element) => element.name.text === name)
    if (found)
      return {
        from: (statement.moduleSpecifier as ts.StringLiteral).text,
        local: (found.propertyName ?? found.name).text,
      }
  }
  return undefined
}

/** Returns the file of a specifier; `undefined` for one outside the repository. */
function fileOf(importer: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return entries.find((entry) => entry.specifier === specifier)?.source
  const path = join(dirname(importer), specifier)
  return existsSync(path) ? path : undefined
}
