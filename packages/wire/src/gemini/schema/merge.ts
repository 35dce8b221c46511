import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { resolveReference } from './references.ts'

/** A node without references, and what it was made of. */
export interface MergedNode {
  readonly node: UnknownRecord
  readonly parts: readonly UnknownRecord[]
}

/**
 * A node with what it refers to, and with all that it must be, in one; `undefined` where that leads to a node that is
 * `open`, which is being merged already.
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
    if ($ref !== undefined) changes.add('no references')
    if (Array.isArray(allOf)) changes.add('one object for allOf')
    const bases = [target, ...(Array.isArray(allOf) ? allOf : [])].filter(isRecord)
    if (bases.some((base) => open.includes(base) || parts.includes(base))) return undefined
    parts.push(...bases)
    merged = bases.reduceRight<UnknownRecord>((all, base) => join(base, all), own)
  }
  return { node: merged, parts }
}

/** Both in one: properties, what is required and what must be add up, of everything else that of the second counts. */
function join(first: UnknownRecord, second: UnknownRecord): UnknownRecord {
  const joined: Record<string, unknown> = { ...first, ...second }
  if (isRecord(first['properties']) && isRecord(second['properties'])) {
    joined['properties'] = { ...first['properties'], ...second['properties'] }
  }
  for (const key of ['required', 'allOf']) {
    const lists = [first[key], second[key]]
    if (lists.every(Array.isArray)) joined[key] = lists.flat()
  }
  // Two references cannot stand in one node: the second is one more thing that it must be.
  if (Object.hasOwn(first, '$ref') && Object.hasOwn(second, '$ref')) {
    joined['allOf'] = [...((joined['allOf'] as unknown[] | undefined) ?? []), { $ref: first['$ref'] }]
  }
  return joined
}
