import { isBuiltin } from 'node:module'
import ts from 'typescript'
import { type Package, sourcesOf } from './repo.ts'
import { collect, parse, placeOf } from './syntax.ts'

/** One import in a file, of any form: static, dynamic, re-export, type. */
export interface Import {
  readonly specifier: string
  /** A place such as `packages/core/src/index.ts:3`. */
  readonly place: string
}

/** Returns all imports in a package's sources. */
export function importsOf(one: Package): readonly Import[] {
  return sourcesOf(one).flatMap(importsOfFile)
}

/** Returns all imports in one file. */
export function importsOfFile(path: string): readonly Import[] {
  return collect(parse(path), (node) => {
    const specifier = specifierOf(node)
    return specifier && ts.isStringLiteralLike(specifier)
      ? { specifier: specifier.text, place: placeOf(node) }
      : undefined
  })
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal
  if (!ts.isCallExpression(node)) return undefined
  const { expression } = node
  const dynamic = expression.kind === ts.SyntaxKind.ImportKeyword
  const required = ts.isIdentifier(expression) && expression.text === 'require'
  return dynamic || required ? node.arguments[0] : undefined
}

/** Returns `@lamella/wire` for `@lamella/wire/openai-chat`, and `undefined` for files and built-in modules. */
export function packageName(specifier: string): string | undefined {
  if (specifier.startsWith('.') || isBuiltin(specifier)) return undefined
  const [first = '', second = ''] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}
