import { isRecord, type UnknownRecord } from '../guards.ts'
import { resolveReference } from './references.ts'
import { visitSchemas } from './visit-schemas.ts'

/** Whether a schema refers to one that contains the reference, directly or through others. Chains of any length are followed. */
export function containsItself(root: UnknownRecord): boolean {
  const targetsIn = (schema: UnknownRecord): UnknownRecord[] => {
    const targets: UnknownRecord[] = []
    visitSchemas(schema, '', ({ value }) => {
      const target = resolveReference(root, value['$ref'])
      if (isRecord(target)) targets.push(target)
    })
    return targets
  }
  // Definitions at the top are no part of what is around them.
  const { $defs: _, definitions: __, ...top } = root
  const path = [{ schema: root, targets: targetsIn(top) }]
  const [open, done] = [new Set([root]), new Set<UnknownRecord>()]
  for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
    const next = last.targets.pop()
    if (next === undefined) {
      path.pop()
      open.delete(last.schema)
      done.add(last.schema)
    } else if (open.has(next)) return true
    else if (!done.has(next)) {
      open.add(next)
      path.push({ schema: next, targets: targetsIn(next) })
    }
  }
  return false
}
