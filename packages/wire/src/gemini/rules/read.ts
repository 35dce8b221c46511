import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import type { Placed } from '../../shared/rules/rule.ts'
import { field } from '../decode/fields.ts'

/** Returns the objects of a list, or a single object in place of a list, with their paths. */
export function placedIn(value: unknown, path: string): Placed[] {
  if (isRecord(value)) return [{ value, path }]
  if (!Array.isArray(value)) return []
  return value.flatMap((item, index) => (isRecord(item) ? [{ value: item, path: `${path}[${index}]` }] : []))
}

/** Returns an object in a field, under either form of its name. */
export function recordIn({ value, path }: Placed, name: string): Placed | undefined {
  const found = field(value, name)
  return isRecord(found) ? { value: found, path: `${path}.${name}` } : undefined
}

export function contentsOf(request: UnknownRecord): Placed[] {
  return placedIn(request['contents'], 'contents')
}

export function partsOf({ value, path }: Placed): Placed[] {
  return placedIn(value['parts'], `${path}.parts`)
}

/** Returns the function calls of a content, or its responses, with their paths. */
export function dataOf(content: Placed, kind: string): Placed[] {
  return partsOf(content).flatMap((part) => recordIn(part, kind) ?? [])
}

/**
 * Groups consecutive contents of the same role: the API treats them as one turn (R two contents of calls, answered in
 * one).
 */
export interface WireTurn {
  readonly role: 'user' | 'model'
  readonly contents: readonly Placed[]
}

export function turnsOf(contents: readonly Placed[]): WireTurn[] {
  const turns: { role: 'user' | 'model'; contents: Placed[] }[] = []
  for (const content of contents) {
    const role = content.value['role'] === 'model' ? 'model' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.contents.push(content)
    else turns.push({ role, contents: [content] })
  }
  return turns
}

export function functionsOf(request: UnknownRecord): Placed[] {
  return placedIn(request['tools'], 'tools').flatMap((tool) =>
    placedIn(field(tool.value, 'functionDeclarations'), `${tool.path}.functionDeclarations`),
  )
}
