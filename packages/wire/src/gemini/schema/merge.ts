import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { resolveReference } from '../../shared/schema/visit-schemas.ts'

/** A node without references, and the nodes it was merged from. */
export interface MergedNode {
  readonly node: UnknownRecord
  readonly parts: readonly UnknownRecord[]
}

/**
 * Merges a node with its reference target and its `allOf` schemas; returns `undefined` if that leads to an `open` node,
 * which is already being merged.
 */
export function mergeNode(
  root: UnknownRecord,
  node: UnknownRecord,
  open: readonly unknown[],
  changes: Set<string>,
): MergedNode | undefined {
  const parts: UnknownRecord[] = []
  let merged = node
  while (Object.hasOwn(merged, '$ref') || Array.isArray(merged['allOf'])) {
    const { $ref, allOf, ...own } = merged
    const target = $ref === undefined ? undefined : resolveReference(root, $ref)
    if ($ref !== undefined) changes.add('references inlined')
    if (Array.isArray(allOf)) changes.add('allOf merged into one object')
    const bases = [target, ...(Array.isArray(allOf) ? allOf : [])].filter(isRecord)
    if (bases.some((base) => open.includes(base) || parts.includes(base))) return undefined
    for (const base of bases) parts.push(base)
    merged = bases.reduceRight<UnknownRecord>((all, base) => join(base, all), own)
  }
  return { node: merged, parts }
}

/** Merges two nodes: combines properties, `required` and `allOf`; for everything else, the second wins. */
function join(first: UnknownRecord, second: UnknownRecord): UnknownRecord {
  const joined: Record<string, unknown> = { ...first, ...second }
  if (isRecord(first['properties']) && isRecord(second['properties'])) {
    joined['properties'] = { ...first['properties'], ...second['properties'] }
  }
  for (const key of ['required', 'allOf']) {
    const lists = [first[key], second[key]]
    if (lists.every(Array.isArray)) joined[key] = lists.flat()
  }
  // A node cannot have two references: the second goes into `allOf`.
  if (Object.hasOwn(first, '$ref') && Object.hasOwn(second, '$ref')) {
    joined['allOf'] = [...((joined['allOf'] as unknown[] | undefined) ?? []), { $ref: first['$ref'] }]
  }
  return joined
}
