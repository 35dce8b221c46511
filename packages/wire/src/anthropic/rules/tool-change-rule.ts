import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { recordsOf } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { blocksOf, messagesOf } from './read.ts'

const types: readonly unknown[] = ['tool_addition', 'tool_removal']

export const toolChangeRule: Rule = {
  code: 'AN-TOOL-CHANGE',
  what: 'Tools are added and removed only in system messages, and each one is declared in tools or defined before.',
  source: 'S BetaRequestToolAdditionBlock; D mid-conversation-system-messages ("tool_reference_unresolved")',
  check: (request, report) => {
    const known = new Set<unknown>(recordsOf(request['tools'], 'tools').map(({ value }) => value['name']))
    for (const message of messagesOf(request)) {
      for (const { value, path } of blocksOf(message)) {
        const { type, tool } = value
        if (!types.includes(type)) continue
        if (message.value['role'] !== 'system')
          report('error', `${path}.type`, `is ${type} outside of a system message`)
        else if (!isRecord(tool) || typeof tool['type'] !== 'string') report('error', `${path}.tool`, 'is missing')
        else if (tool['type'] === 'tool_definition') {
          const definition = definitionOf(type, tool)
          if (definition === undefined) report('error', `${path}.tool`, 'is not a definition that can be added')
          else known.add(definition['name'])
        } else if (tool['type'] === 'tool_reference' && !known.has(tool['name'])) {
          report('error', `${path}.tool.name`, 'is the name of no tool in tools, or defined before')
        }
      }
    }
  },
}

/** Returns the definition of a tool to add: one with a schema, or of Anthropic's own type. */
function definitionOf(type: unknown, { definition }: UnknownRecord): UnknownRecord | undefined {
  if (type !== 'tool_addition' || !isRecord(definition)) return undefined
  const isCustom = definition['type'] === undefined || definition['type'] === 'custom'
  return !isCustom || (typeof definition['name'] === 'string' && isRecord(definition['input_schema']))
    ? definition
    : undefined
}
