import ts from 'typescript'
import { codePattern } from './codes.ts'
import { published, sourcesOf } from './repo.ts'
import { collect, literalText, parse, propertyOf } from './syntax.ts'

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
  const said = (node: ts.Node): Found | undefined => inObject(node) ?? inCall(node)
  for (const { code, what, fix } of published.flatMap(sourcesOf).flatMap((path) => collect(parse(path), said))) {
    const known = messages.get(code) ?? []
    if (!known.some((other) => other.what === what && other.fix === fix)) known.push({ what, fix })
    messages.set(code, known)
  }
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
