import { isObject } from '@lamella/core/plugin'
import { badValue } from './check-value.ts'
import type { ChangeTarget } from './document-event.ts'
import { unknownTarget } from './perform.ts'
import { fieldOf, type Part } from './roots.ts'

/** @throws LamellaError `BLOCK_TARGET_UNKNOWN` for a section or field that the schema does not have */
export function mustKnowTarget(
  parts: ReadonlyMap<string | undefined, Part>,
  label: string,
  target: ChangeTarget,
): void {
  if (!isObject(target)) throw badValue('target', 'must be { section?, field? }')
  const { section, field }: ChangeTarget = target
  const part = parts.get(section)
  if (part === undefined) {
    const known = [...parts.keys()].filter((name) => name !== undefined)
    throw unknownTarget(label, 'section', section, known)
  }
  if (field === undefined || fieldOf(part, field) !== undefined) return
  const known = part.schema.type === 'map' ? part.schema.fields.map(({ name }) => name) : []
  throw unknownTarget(label, 'field', field, known)
}
