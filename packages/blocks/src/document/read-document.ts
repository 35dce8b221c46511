import type { BlockContent, DocumentNotice, PartContent } from './content.ts'
import { readPart } from './read-part.ts'
import type { Parts } from './roots.ts'

export function contentOf(parts: Parts): BlockContent {
  const block = parts.get(undefined)
  if (block !== undefined) return readPart(block).content
  const sections = [...parts].map(([name = '', part]): readonly [string, PartContent] => [name, readPart(part).content])
  return { type: 'composite', sections }
}

/** @param strangers Root containers that the schema does not use. */
export function noticesOf(parts: Parts, isWaiting: boolean, strangers: readonly string[]): readonly DocumentNotice[] {
  return [
    ...(isWaiting ? [{ path: [], problem: 'has updates that wait for others that came before them' }] : []),
    ...strangers.map((name) => ({ path: [], problem: `holds '${name}', which its schema does not have` })),
    ...[...parts.values()].flatMap((part) => readPart(part, Number.POSITIVE_INFINITY).notices),
  ]
}
