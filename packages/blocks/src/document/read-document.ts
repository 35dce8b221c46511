import type { BlockContent, DocumentNotice, PartContent } from './content.ts'
import type { Parts } from './parts.ts'
import { readPart } from './read-part.ts'

/** @param limit The number of entries of a log. Default: the schema's `displayLimit`. */
export function contentOf(parts: Parts, limit?: number): BlockContent {
  const block = parts.get(undefined)
  if (block !== undefined) return readPart(block, limit).content
  const sections = [...parts].map(([name = '', part]): readonly [string, PartContent] => [
    name,
    readPart(part, limit).content,
  ])
  return { type: 'composite', sections }
}

/** @param unknown Root containers that the schema does not use. */
export function noticesOf(parts: Parts, isWaiting: boolean, unknown: readonly string[]): readonly DocumentNotice[] {
  return [
    ...(isWaiting ? [{ path: [], problem: 'has updates that need earlier ones that are missing' }] : []),
    ...unknown.map((name) => ({ path: [], problem: `holds '${name}', which is not in its schema` })),
    ...[...parts.values()].flatMap((part) => readPart(part, Number.POSITIVE_INFINITY).notices),
  ]
}
