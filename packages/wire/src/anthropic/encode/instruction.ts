import type { JsonValue, SystemMessage } from '@lamella/core'
import type { UpdateMark } from '@lamella/core/plugin'
import { takesSystemRole } from '../models.ts'

/**
 * Returns an update of a run as a system message that keeps its role; `undefined` if the model is not known to take it.
 * One about tools has no text: a name could be a stranger's.
 */
export function instructionOf(
  content: string,
  { tools }: UpdateMark,
  model: string | undefined,
): SystemMessage | undefined {
  if (!takesSystemRole(model)) return undefined
  const marked = { lamella: { update: true } }
  if (tools === undefined)
    return { role: 'system', content, providerOptions: { anthropic: { role: 'system' }, ...marked } }
  const { added, removed } = tools
  const replaced = new Set(added.map(({ name }) => name))
  const gone = removed.filter((name) => !replaced.has(name))
  const toolChanges = [
    ...gone.map((toolName) => ({ type: 'tool_removal', toolName })),
    ...added.map((definition) => ({ type: 'tool_addition', toolName: definition.name, definition })),
  ] as unknown as JsonValue
  return { role: 'system', content: '', providerOptions: { anthropic: { role: 'system', toolChanges }, ...marked } }
}
