import { dirname, join } from 'node:path'
import ts from 'typescript'
import { importsOfFile } from './imports.ts'
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

/**
 * Returns the lists of words in a file: alternatives of a regular expression, texts in an array, and a text that is split into
 * words. What a list is compared with is not looked at: where texts of people are read, no list should decide.
 */
export function wordListsOf(file: ts.SourceFile): readonly WordList[] {
  return collect(file, (node): WordList | undefined => {
    const words = wordsIn(node)
    return words.length >= fewest ? { place: placeOf(node), words } : undefined
  })
}

function wordsIn(node: ts.Node): readonly string[] {
  if (ts.isRegularExpressionLiteral(node)) {
    const alternatives = node.text.replace(classes, ' ').split(/[|()]/)
    return node.text.includes('|') ? alternatives.flatMap((one) => one.match(word)?.join(' ') ?? []) : []
  }
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap((one) =>
      ts.isStringLiteralLike(one) && /^\p{L}{2,}$/u.test(one.text) ? one.text : [],
    )
  }
  const isSplit = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)
  if (!isSplit || (node.expression as ts.PropertyAccessExpression).name.text !== 'split') return []
  return textsIn((node.expression as ts.PropertyAccessExpression).expression).match(word) ?? []
}

function textsIn(node: ts.Node): string {
  return ts.isStringLiteralLike(node) ? node.text : node.getChildren().map(textsIn).join(' ')
}

/** Returns some files with all that they import by a path, themselves included. */
export function withImports(paths: readonly string[]): readonly string[] {
  const all = new Set(paths)
  for (const path of all) {
    for (const { specifier } of importsOfFile(path))
      if (specifier.startsWith('.')) all.add(join(dirname(path), specifier))
  }
  return [...all]
}
