import ts from 'typescript'
import { placesIn } from './syntax.ts'

/** Fields with sentences for people, by type. */
const sentenceFields: Readonly<Record<string, readonly string[]>> = {
  Error: ['message', 'stack'],
  LamellaError: ['what', 'fix'],
  ErrorInit: ['what', 'fix'],
  Notice: ['what', 'fix'],
  Loss: ['what'],
  WireRepair: ['what'],
  Violation: ['what'],
}

const takingApart = new Set([
  ...['split', 'match', 'matchAll', 'replace', 'replaceAll', 'search', 'substring', 'at', 'charAt'],
  ...['startsWith', 'endsWith', 'includes', 'indexOf', 'lastIndexOf', 'slice'],
])

/**
 * Returns the places where a program splits or searches a sentence of an error, a notice or a row. Programs should read
 * a field instead. Cutting a sentence to a length (`slice(0, n)`) is allowed.
 */
export function readSentences(program: ts.Program): readonly string[] {
  const checker = program.getTypeChecker()

  const isField = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some(({ parent }) => {
      const type = ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent) ? parent.name?.text : undefined
      return type !== undefined && (sentenceFields[type] ?? []).includes(symbol.name)
    }) ?? false

  const isSentence = (node: ts.Expression): boolean => {
    if (ts.isPropertyAccessExpression(node)) return isField(checker.getSymbolAtLocation(node.name))
    const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined
    if (declaration === undefined) return false
    if (ts.isBindingElement(declaration)) {
      const name = (declaration.propertyName ?? declaration.name).getText()
      return isField(checker.getTypeAtLocation(declaration.parent).getProperty(name))
    }
    return ts.isVariableDeclaration(declaration) && isAnySentence(declaration.initializer)
  }

  /** Also checks the branches of conditional expressions. */
  const isAnySentence = (node: ts.Expression | undefined): boolean => {
    if (node === undefined) return false
    if (ts.isConditionalExpression(node)) return isAnySentence(node.whenTrue) || isAnySentence(node.whenFalse)
    return isSentence(node)
  }

  const takesApart = ({ expression, arguments: given }: ts.CallExpression): boolean => {
    if (!ts.isPropertyAccessExpression(expression)) return false
    const [first] = given
    const { text: method } = expression.name
    if (method === 'test' || method === 'exec') return first !== undefined && isSentence(first)
    const isLimit = method === 'slice' && given.length === 2 && first?.getText() === '0'
    return takingApart.has(method) && !isLimit && isSentence(expression.expression)
  }

  return placesIn(program, (node) => ts.isCallExpression(node) && takesApart(node))
}
