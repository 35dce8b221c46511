import type { ToolDefinition } from '@lamella/core'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { lose } from '../../shared/ledger.ts'
import { sameJson } from '../../shared/same-json.ts'
import type { DraftBlock } from './drafts.ts'
import type { AnthropicState } from './state.ts'
import { writeTool } from './tools.ts'

/**
 * Encodes a tool that is added or removed in the middle of the conversation. A tool that the request has already defined
 * is added by reference, any other by value; a new definition replaces the one before.
 *
 * Source: Anthropic, "Mid-conversation system messages", "Define tools in a message"; @anthropic-ai/sdk 1.12.0,
 * `BetaRequestToolAdditionBlock`. Read on 2026-11-23.
 */
export function encodeToolChange(state: AnthropicState, change: unknown): DraftBlock[] {
  const { type, toolName, definition } = isRecord(change) ? change : {}
  const isChange = type === 'tool_addition' || type === 'tool_removal'
  if (!isChange || typeof toolName !== 'string') {
    lose(state, 'provider-options', 'Anthropic supports only tool_addition and tool_removal, with a toolName.')
    return []
  }
  if (type === 'tool_addition' && isTool(definition) && !isDefined(state, definition)) {
    const written = writeTool(state, definition)
    state.run.defined.set(definition.name, definition)
    return written ? knownChanges(state, [{ type, tool: { type: 'tool_definition', definition: written } }]) : []
  }
  const tool = { type: 'tool_reference', name: state.base.names.toWire(state, toolName) }
  return knownChanges(state, [{ type, tool }])
}

/**
 * Returns blocks of a system message without those that refer to a tool that the request has not defined: the API rejects
 * them (`tool_reference_unresolved`).
 */
export function knownChanges(state: AnthropicState, blocks: readonly object[]): DraftBlock[] {
  const { toolNames } = state.run
  return blocks.flatMap((block) => {
    const { tool } = block as UnknownRecord
    const definition = isRecord(tool) && tool['type'] === 'tool_definition' ? tool['definition'] : undefined
    if (isRecord(definition) && typeof definition['name'] === 'string') toolNames.add(definition['name'])
    const isReference = isRecord(tool) && tool['type'] === 'tool_reference'
    if (!isReference || toolNames.has(String(tool['name']))) return [block as DraftBlock]
    lose(state, 'provider-options', `The request has no tool ${String(tool['name'])} to add or remove.`)
    return []
  })
}

/** Whether the tools of the request, or a message before, define the tool like this. */
function isDefined({ run, base }: AnthropicState, definition: ToolDefinition): boolean {
  const before = run.defined.get(definition.name) ?? base.context.tools?.find(({ name }) => name === definition.name)
  return before !== undefined && sameJson(sentOf(before), sentOf(definition))
}

function sentOf({ description, inputSchema, providerOptions }: ToolDefinition): readonly unknown[] {
  return [description, inputSchema, providerOptions]
}

function isTool(value: unknown): value is ToolDefinition {
  return isRecord(value) && typeof value['name'] === 'string' && isRecord(value['inputSchema'])
}
