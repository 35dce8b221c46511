import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { shown } from './repo.ts'

const parsed = new Map<string, ts.SourceFile>()

/** Parses a TypeScript file into a syntax tree, once. */
export function parse(path: string): ts.SourceFile {
  const known = parsed.get(path)
  if (known) return known
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  parsed.set(path, file)
  return file
}

/** Returns what `select` returns for the nodes of a tree, without `undefined`. */
export function collect<Found>(node: ts.Node, select: (node: ts.Node) => Found | undefined): readonly Found[] {
  const found: Found[] = []
  const visit = (one: ts.Node): void => {
    const value = select(one)
    if (value !== undefined) found.push(value)
    ts.forEachChild(one, visit)
  }
  visit(node)
  return found
}

/** Returns the places of such nodes in the package sources of a program. */
export function placesIn(program: ts.Program, isFound: (node: ts.Node) => boolean): readonly string[] {
  const sources = program.getSourceFiles().filter(({ fileName }) => /\/packages\/[^/]+\/src\//.test(fileName))
  return sources.flatMap((file) => collect(file, (node) => (isFound(node) ? placeOf(node) : undefined)))
}

/** Returns the place of a node, such as `packages/core/src/index.ts:3`. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile()
  return `${shown(file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}

/** Returns the text of the doc comment before a node, on one line; '' without one. */
export function docOf(node: ts.Node): string {
  const comments = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const text = comments.map((comment) => ts.getTextOfJSDocComment(comment.comment) ?? '').join(' ')
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Returns the text of a string literal, or of a template with `{name}` or `…` for inserted values; `undefined` for
 * anything else.
 */
export function literalText(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => filledIn(span.expression) + span.literal.text).join('')
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const [left, right] = [literalText(node.left), literalText(node.right)]
  return left === undefined || right === undefined ? undefined : left + right
}

function filledIn(node: ts.Expression): string {
  if (ts.isIdentifier(node)) return `{${node.text}}`
  if (ts.isPropertyAccessExpression(node)) return `{${node.name.text}}`
  const [only] = ts.isCallExpression(node) && node.expression.getText() === 'String' ? node.arguments : []
  return only ? filledIn(only) : '…'
}

/** Returns the value of a property of an object literal, looked up if it is a variable nearby. */
export function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const property of object.properties) {
    if (property.name?.getText() !== name) continue
    if (ts.isPropertyAssignment(property)) {
      const { initializer } = property
      return (ts.isIdentifier(initializer) && variableNear(object, initializer.text)) || initializer
    }
    if (ts.isShorthandPropertyAssignment(property)) return variableNear(object, name)
  }
  return undefined
}

function variableNear(node: ts.Node, name: string): ts.Expression | undefined {
  const block = ts.findAncestor(node, ts.isBlock)
  const isIt = (one: ts.Node): ts.Expression | undefined =>
    ts.isVariableDeclaration(one) && one.name.getText() === name ? one.initializer : undefined
  return block && collect(block, isIt)[0]
}
