import ts from 'typescript'
import { collect, placeOf } from './syntax.ts'

/** Words that a program compares texts with. */
export interface WordList {
  readonly place: string
  readonly words: readonly string[]
}

/** A list of fewer words is none. */
const fewest = 3

/** A word of any script; in a regular expression not the name of a class such as `\p{Han}`. */
const word = /(?<![\p{L}\\])\p{L}{2,}/gu
const classes = /\\[pP]\{[\w=]{1,40}\}|\(\?<\w{1,60}>|\\[a-zA-Z]|\[[^\][]*\]/g
const oneWord = /^\p{L}{2,}$/u

/**
 * Returns the lists of words in a file: alternatives of a regular expression, also of one that is made of a text; texts in an array;
 * the keys or the values of an object of texts; cases of a `switch` and comparisons joined by `||`; a text that is split into words.
 * What a list is compared with is not looked at: where texts of people are read, no list should decide.
 *
 * @param isOwn Whether a word of an array, a table or comparisons is a name of the program itself, such as a field of its types.
 */
export function wordListsOf(file: ts.SourceFile, isOwn: (word: string) => boolean = () => false): readonly WordList[] {
  return collect(file, (node): WordList | undefined => {
    const words = wordsInText(node) ?? wordsIn(node).filter((one) => !isOwn(one))
    return words.length >= fewest ? { place: placeOf(node), words } : undefined
  })
}

/** Returns the words that a file compares texts with, in lists of any length. */
export function comparedWords(file: ts.SourceFile): readonly WordList[] {
  return collect(file, (node): WordList | undefined => {
    if (ts.isStringLiteralLike(node))
      return oneWord.test(node.text) ? { place: placeOf(node), words: [node.text] } : undefined
    if (!ts.isRegularExpressionLiteral(node)) return undefined
    return { place: placeOf(node), words: node.text.replace(classes, ' ').match(word) ?? [] }
  })
}

/** Returns the names of a program: of its fields, parameters and variables, and the texts that its types name. */
export function ownNames(file: ts.SourceFile): readonly string[] {
  return collect(file, (node) => {
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) return node.literal.text
    const isNamed = ts.isPropertySignature(node) || ts.isMethodSignature(node)
    return isNamed && ts.isIdentifier(node.name) ? node.name.text : undefined
  })
}

/** The words of an expression or of a split text: no name of a program is found by them. */
function wordsInText(node: ts.Node): readonly string[] | undefined {
  if (ts.isRegularExpressionLiteral(node)) return alternatives(node.text)
  if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') return alternatives(textsIn(node))
  const isSplit = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
  if (!isSplit || (node.expression as ts.PropertyAccessExpression).name.text !== 'split') return undefined
  return textsIn((node.expression as ts.PropertyAccessExpression).expression).match(word) ?? []
}

function wordsIn(node: ts.Node): readonly string[] {
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(wordOf)
  if (ts.isObjectLiteralExpression(node)) return wordsOfTable(node)
  if (ts.isCaseBlock(node)) return node.clauses.flatMap((one) => (ts.isCaseClause(one) ? wordOf(one.expression) : []))
  return ts.isBinaryExpression(node) && !isInner(node) ? comparedIn(node) : []
}

function alternatives(expression: string): readonly string[] {
  const parts = expression.replace(classes, ' ').split(/[|()]/)
  return expression.includes('|') ? parts.flatMap((one) => one.match(word)?.join(' ') ?? []) : []
}

function wordOf(node: ts.Expression): readonly string[] {
  return ts.isStringLiteralLike(node) && oneWord.test(node.text) ? [node.text] : []
}

/** A table of texts, all of its values words: `{ bought: 'buy' }`. */
function wordsOfTable({ properties }: ts.ObjectLiteralExpression): readonly string[] {
  const pairs = properties.flatMap((one) => {
    if (!ts.isPropertyAssignment(one)) return []
    const value = wordOf(one.initializer)
    return value.length > 0 ? [[one.name.getText().replaceAll(/['"]/g, ''), ...value]] : []
  })
  return pairs.length === properties.length ? pairs.flatMap(([key = '']) => (oneWord.test(key) ? key : [])) : []
}

function isInner({ parent, operatorToken }: ts.BinaryExpression): boolean {
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === operatorToken.kind
}

/** The words with which one text is compared: `one === 'never' || one === 'always'`. */
function comparedIn(node: ts.Expression): readonly string[] {
  if (ts.isParenthesizedExpression(node)) return comparedIn(node.expression)
  if (!ts.isBinaryExpression(node)) return []
  const { kind } = node.operatorToken
  if (kind === ts.SyntaxKind.BarBarToken) return [...comparedIn(node.left), ...comparedIn(node.right)]
  return kind === ts.SyntaxKind.EqualsEqualsEqualsToken ? [...wordOf(node.left), ...wordOf(node.right)] : []
}

function textsIn(node: ts.Node): string {
  return ts.isStringLiteralLike(node) ? node.text : node.getChildren().map(textsIn).join(' ')
}
