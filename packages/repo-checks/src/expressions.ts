import ts from 'typescript'
import { collect, placeOf } from './syntax.ts'

/** A regular expression in a file: a literal, or a `new RegExp` of constants. */
export interface Expression {
  readonly place: string
  readonly source: string
  readonly flags: string
}

/** A regular expression, or the code of one that is built at run time. */
export type Found = Expression | { readonly place: string; readonly unknown: string }

/** Returns every regular expression in a file. */
export function expressionsOf(file: ts.SourceFile): readonly Found[] {
  return collect(file, (node): Found | undefined => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      return { place: placeOf(node), source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
    }
    const makes = ts.isNewExpression(node) || ts.isCallExpression(node)
    if (!makes || node.expression.getText() !== 'RegExp') return undefined
    const [first, second] = node.arguments ?? []
    const source = first && constantText(first)
    const flags = second ? constantText(second) : ''
    if (source === undefined || flags === undefined) return { place: placeOf(node), unknown: node.getText() }
    return { place: placeOf(node), source, flags }
  })
}

/** Returns the text of a literal, of concatenated literals, or of such a constant in the same file. */
function constantText(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) {
    const value = collect(node.getSourceFile(), (one) => {
      return ts.isVariableDeclaration(one) && one.name.getText() === node.text ? one.initializer : undefined
    })
    return value.length === 1 && value[0] ? constantText(value[0]) : undefined
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return joined([constantText(node.left), constantText(node.right)])
  }
  if (!ts.isTemplateExpression(node)) return undefined
  return joined([
    node.head.text,
    ...node.templateSpans.flatMap((span) => [constantText(span.expression), span.literal.text]),
  ])
}

function joined(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join('')
}
