import ts from 'typescript'
import { codePattern } from './codes.ts'
import { published, sourcesOf } from './repo.ts'
import { literalText, parse, propertyOf } from './syntax.ts'

/** What an error or notice says, with `{name}` or `…` for inserted values. */
export interface CodeMessage {
  readonly what: string
  /** How to fix it; '' for a notice that needs nothing. */
  readonly fix: string
}

let found: ReadonlyMap<string, readonly CodeMessage[]> | undefined

/**
 * Returns what the sources say with a code, in the order of the packages: in objects with `code` and `what`, and in calls
 * such as `blockError('BLOCK_CLOSED', what, fix, details)`. Sentences that a program puts together are not among them.
 */
export function messagesOf(code: string): readonly CodeMessage[] {
  found ??= collectMessages()
  return found.get(code) ?? []
}

function collectMessages(): ReadonlyMap<string, readonly CodeMessage[]> {
  const messages = new Map<string, CodeMessage[]>()
  const visit = (node: ts.Node): void => {
    const one = inObject(node) ?? inCall(node)
    if (one !== undefined) {
      const known = messages.get(one.code) ?? []
      const { what, fix } = one
      if (!known.some((other) => other.what === what && other.fix === fix)) known.push({ what, fix })
      messages.set(one.code, known)
    }
    ts.forEachChild(node, visit)
  }
  for (const path of published.flatMap(sourcesOf)) visit(parse(path))
  return messages
}

type Found = CodeMessage & { readonly code: string }

function inObject(node: ts.Node): Found | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined
  return complete(propertyOf(node, 'code'), propertyOf(node, 'what'), propertyOf(node, 'fix'))
}

function inCall(node: ts.Node): Found | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const [code, what, fix] = node.arguments
  return fix && complete(code, what, fix)
}

function complete(code: ts.Node | undefined, what: ts.Node | undefined, fix: ts.Node | undefined): Found | undefined {
  const [name, happened, mend] = [code, what, fix].map(literalText)
  const isWhole = name !== undefined && codePattern.test(name) && happened !== undefined
  if (!isWhole || (fix !== undefined && mend === undefined)) return undefined
  return { code: name, what: happened, fix: mend ?? '' }
}
