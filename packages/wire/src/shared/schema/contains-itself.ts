import { isRecord, type UnknownRecord } from '../guards.ts'
import { resolveReference } from './references.ts'
import { visitSchemas } from './visit-schemas.ts'

/** Whether a schema refers to one that contains the reference, directly or through others. */
export function containsItself(root: UnknownRecord): boolean {
  const done = new Set<unknown>()
  const open = new Set<unknown>()
  const enter = (schema: UnknownRecord): boolean => {
    if (open.has(schema)) return true
    if (done.has(schema)) return false
    open.add(schema)
    let isLoop = false
    visitSchemas(schema, '', ({ value }) => {
      const target = resolveReference(root, value['$ref'])
      if (!isLoop && isRecord(target)) isLoop = target === schema || enter(target)
    })
    open.delete(schema)
    done.add(schema)
    return isLoop
  }
  // Definitions at the top are no part of what is around them.
  const { $defs: _, definitions: __, ...top } = root
  open.add(root)
  let isLoop = false
  visitSchemas(top, '', ({ value }) => {
    const target = resolveReference(root, value['$ref'])
    if (!isLoop && isRecord(target)) isLoop = enter(target)
  })
  return isLoop
}
