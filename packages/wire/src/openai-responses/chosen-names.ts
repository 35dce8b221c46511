import { isRecord } from '../shared/guards.ts'
import { recordsOf } from '../shared/rules/rule.ts'

/** Returns the names of functions and custom tools in a tool choice, with their paths. */
export function chosenNames(choice: unknown): readonly (readonly [name: unknown, path: string])[] {
  if (!isRecord(choice)) return []
  const listed = choice['type'] === 'allowed_tools' ? recordsOf(choice['tools'], 'tool_choice.tools') : []
  return [{ value: choice, path: 'tool_choice' }, ...listed].flatMap(({ value: { type, name }, path }) =>
    type === 'function' || type === 'custom' ? [[name, `${path}.name`] as const] : [],
  )
}

/** Returns the names of tools, including those in namespaces. */
export function namesOf(tools: unknown, names: Set<unknown> = new Set()): Set<unknown> {
  for (const { value } of recordsOf(tools, '')) {
    names.add(value['name'])
    namesOf(value['tools'], names)
  }
  return names
}
