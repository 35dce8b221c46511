import type { ToolDefinition } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { at, type Ledger, mendName } from '../../shared/ledger.ts'
import { providerToolOf } from '../../shared/provider-tool.ts'
import { createToolNames, type ToolNames } from '../../shared/tool-names.ts'
import { toolName } from '../limits.ts'
import { peekFields } from '../provider-fields.ts'

/**
 * Returns an Anthropic-defined tool in the API's format; `'foreign'` for another provider's, `undefined` for ordinary
 * tools.
 */
export function ownToolOf(tool: ToolDefinition): UnknownRecord | 'foreign' | undefined {
  const { tool: own } = peekFields(tool.providerOptions)
  if (isRecord(own)) return own
  return providerToolOf(tool) === undefined ? undefined : 'foreign'
}

/**
 * Returns the names as they are sent. An Anthropic-defined tool gets the name that the API uses, whatever its name in
 * the context.
 */
export function createNames(ledger: Ledger, tools: readonly ToolDefinition[]): ToolNames {
  const asked = tools.map((tool) => ownName(tool) ?? tool.name)
  const names = createToolNames(ledger, toolName, asked)
  const taken = new Set(asked)
  const known = new Map<string, string>()
  const changed = new Map<string, string>()
  for (const [index, { name }] of tools.entries()) {
    const own = asked[index] as string
    if (own === name || taken.has(name) || changed.has(own)) continue
    mendName(at(ledger, 'tools', index), 'tool-name', "name of Anthropic's tool", name, own)
    known.set(name, own)
    changed.set(own, name)
  }
  if (known.size === 0) return names
  return {
    toWire: (place, name) => names.toWire(place, known.get(name) ?? name),
    get changed() {
      return new Map([...names.changed, ...changed])
    },
  }
}

function ownName(tool: ToolDefinition): string | undefined {
  const own = ownToolOf(tool)
  const name = isRecord(own) ? own['name'] : undefined
  return typeof name === 'string' ? name : undefined
}
