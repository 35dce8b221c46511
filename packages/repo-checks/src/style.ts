import ts from 'typescript'
import { collect, placeOf } from './syntax.ts'

/** A rule over syntax: what is wrong with a node, or `undefined`. */
export type Rule = (node: ts.Node) => string | undefined

/** Every place of a file that a rule finds, such as `packages/core/src/index.ts:3 export *`. */
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

/** Errors come from other copies of the core, too: only the brand tells them. */
export const noInstanceofError: Rule = (node) =>
  ts.isBinaryExpression(node) &&
  node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
  node.right.getText() === 'LamellaError'
    ? 'instanceof LamellaError instead of isLamellaError'
    : undefined

/** Statements that are gone after compilation. */
export function emitsNothing(statement: ts.Statement): boolean {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return true
  if (ts.isImportDeclaration(statement)) return statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  return ts.isExportDeclaration(statement) && statement.isTypeOnly
}

/** Statements of an index: names, taken from other files by hand. */
export function listsNames(statement: ts.Statement): boolean {
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined
}

const nodeGlobals = new Set(['process', 'Buffer', 'require', 'module', '__dirname', '__filename', 'global'])

/** What is there in Node alone. Types are as bad: they would stand in what users compile against. */
export const noNode: Rule = (node) => {
  if (ts.isStringLiteral(node) && node.text.startsWith('node:')) return node.text
  if (!ts.isIdentifier(node) || !nodeGlobals.has(node.text)) return undefined
  return isName(node) || isGuarded(node) ? undefined : node.text
}

/** Whether the function around asks first, with `typeof`, if the global is there: then it can do without. */
function isGuarded(node: ts.Identifier): boolean {
  const around = ts.findAncestor(node, ts.isFunctionLike)
  const asks = (one: ts.Node): true | undefined =>
    ts.isTypeOfExpression(one) && one.expression.getText() === node.text ? true : undefined
  return around !== undefined && collect(around, asks).length > 0
}

/** Calls whose result differs between two runs, or between two machines. */
export const noAmbience: Rule = (node) => {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return 'new Date()'
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return 'Date()'
  if (!ts.isPropertyAccessExpression(node)) return undefined
  const name = node.name.text
  if (name === 'localeCompare' || name.startsWith('toLocale')) return name
  const text = node.getText()
  return ['Date.now', 'Math.random', 'performance.now', 'crypto.randomUUID'].includes(text) ? text : undefined
}

/** A replacement that is not a literal may hold `$&`: a text of somebody else goes in through a function. */
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

/** Whether an identifier is the name of a member or of something declared here, not a use of what is global. */
function isName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isQualifiedName(parent)) return parent.right === node
  return 'name' in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent)
}
