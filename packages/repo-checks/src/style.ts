import ts from 'typescript'
import { collect, placeOf, propertyOf } from './syntax.ts'

/** A rule over syntax: returns what is wrong with a node, or `undefined`. */
export type Rule = (node: ts.Node) => string | undefined

/** Returns every place in a file that violates a rule, such as `packages/core/src/index.ts:3 export *`. */
export function findings(file: ts.SourceFile, rule: Rule): readonly string[] {
  return collect(file, (node) => {
    const problem = rule(node)
    return problem === undefined ? undefined : `${placeOf(node)} ${problem}`
  })
}

export const noDefaultExport: Rule = (node) => {
  if (ts.isExportAssignment(node)) return 'default export'
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  if (modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)) return 'default export'
  return ts.isExportSpecifier(node) && node.name.text === 'default' ? 'default export' : undefined
}

export const noExportAll: Rule = (node) =>
  ts.isExportDeclaration(node) && (!node.exportClause || ts.isNamespaceExport(node.exportClause))
    ? 'export *'
    : undefined

export const noEnum: Rule = (node) =>
  ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node) ? 'enum or namespace' : undefined

export const noAny: Rule = (node) => (node.kind === ts.SyntaxKind.AnyKeyword ? 'any' : undefined)

/** Errors can come from another copy of the core, so only the brand identifies them. */
export const noInstanceofError: Rule = (node) =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
  node.right.getText() === 'LamellaError'
    ? 'instanceof LamellaError instead of isLamellaError'
    : undefined

/** Checks for statements that disappear in compilation. */
export function emitsNothing(statement: ts.Statement): boolean {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return true
  if (ts.isImportDeclaration(statement)) return statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  return ts.isExportDeclaration(statement) && statement.isTypeOnly
}

/** Checks for statements of an index: names, exported from other files one by one. */
export function listsNames(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined
}

const nodeGlobals = new Set(['process', 'Buffer', 'require', 'module', '__dirname', '__filename', 'global'])

/** Forbids APIs that only Node has. Its types are also forbidden: they would be part of what users compile against. */
export const noNode: Rule = (node) => {
  if (ts.isStringLiteral(node) && node.text.startsWith('node:')) return node.text
  if (!ts.isIdentifier(node) || !nodeGlobals.has(node.text)) return undefined
  return isName(node) || isGuarded(node) ? undefined : node.text
}

/** Checks whether the function around first tests with `typeof` whether the global exists, and so works without it. */
function isGuarded(node: ts.Identifier): boolean {
  const around = ts.findAncestor(node, ts.isFunctionLike)
  const asks = (one: ts.Node): true | undefined =>
    ts.isTypeOfExpression(one) && one.expression.getText() === node.text ? true : undefined
  return around !== undefined && collect(around, asks).length > 0
}

/** Forbids calls whose result differs between two runs or two machines. */
export const noAmbience: Rule = (node) => {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return 'new Date()'
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return 'Date()'
  if (!ts.isPropertyAccessExpression(node)) return undefined
  const name = node.name.text
  if (name === 'localeCompare' || name.startsWith('toLocale')) return name
  const text = node.getText()
  return ['Date.now', 'Math.random', 'performance.now', 'crypto.randomUUID'].includes(text) ? text : undefined
}

/** Names of vitest that take a limit of time. */
const timed = new Set(['it', 'test', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'])

/** A test has no limit of time of its own: on a busy machine it would fail, and at night, with more cases, on any machine. */
export const noTimeLimit: Rule = (node) => {
  if (!ts.isCallExpression(node)) return undefined
  let callee: ts.Expression = node.expression
  while (!ts.isIdentifier(callee)) {
    if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression
    else return undefined
  }
  const isLimited = node.arguments.some(
    (one, index) =>
      (index > 0 && ts.isNumericLiteral(one)) ||
      (ts.isObjectLiteralExpression(one) && index === 1 && propertyOf(one, 'timeout') !== undefined),
  )
  return timed.has(callee.text) && isLimited ? 'limit of time' : undefined
}

/** A replacement that is not a literal may contain `$&`: untrusted text must be passed as a function. */
export const noReplacementText: Rule = (node) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  if (!['replace', 'replaceAll'].includes(node.expression.name.text) || node.arguments.length !== 2) return undefined
  const [, replacement] = node.arguments
  if (!replacement || ts.isStringLiteralLike(replacement) || ts.isFunctionLike(replacement)) return undefined
  return ts.isIdentifier(replacement) && isLocalFunction(replacement) ? undefined : 'replacement is not a literal'
}

function isLocalFunction(name: ts.Identifier): boolean {
  const functions = collect(name.getSourceFile(), (node) => {
    if (ts.isFunctionDeclaration(node)) return node.name?.text
    const isConst = ts.isVariableDeclaration(node) && node.initializer && ts.isFunctionLike(node.initializer)
    return isConst ? node.name.getText() : undefined
  })
  return functions.includes(name.text)
}

/**
 * Checks whether an identifier is the name of a member or of a declaration in this file rather than a use of a global.
 */
function isName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isQualifiedName(parent)) return parent.right === node
  return 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent)
}
