import type { JsonValue, SystemMessage, ToolDefinition } from '@lamella/core'
import type { UpdateMark } from '@lamella/core/plugin'
import { isBlank, isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { cleanJson } from '../../shared/json.ts'
import { lose, mend } from '../../shared/ledger.ts'
import { isDefinition } from '../../shared/provider-tool.ts'
import { sameJson } from '../../shared/same-json.ts'
import { askLastMark, controlOf } from '../cache/marks.ts'
import { takesSystemRole } from '../models.ts'
import { type AnthropicFields, type AnthropicKeys, ofMark, peekFields, readFields } from '../provider-fields.ts'
import { isForSystem, textOfBlocks } from '../raw-block.ts'
import { addMessage, type DraftBlock, textBlock } from './drafts.ts'
import type { AnthropicState } from './state.ts'
import { writeTool } from './tools.ts'
import { encodeString } from './user.ts'

const known: AnthropicKeys = ['role', ...ofMark, 'extra']
const ofRole: AnthropicKeys = [...known, 'blocks', 'toolChanges']

/** The loss for a system message that becomes a user message. */
export const sentAsUser = 'Sent as user text: most models accept system messages only at the start.'

/**
 * Encodes a system message in the middle of a conversation. It becomes user text in its place, unless it had the role
 * in a recorded request or requests it, and the model is known to support it. Moving it to the system prompt would
 * change the start of the request: a cache would miss, and thinking that is bound to its prefix would be rejected.
 */
export function encodeSystemMessage(state: AnthropicState, message: SystemMessage): void {
  const isRequested = message.providerOptions?.['anthropic']?.['role'] === 'system'
  const { model } = state.base
  const role = isRequested && takesSystemRole(model) ? 'system' : 'user'
  if (isDirective(message) && role === 'user') {
    readFields(state, message.providerOptions, known)
    const name = model === undefined ? 'An unknown model' : `The model ${model}`
    lose(state, 'parameter', `${name} does not support an effort between messages.`)
    return
  }
  const fields = readSystemFields(state, message, role, isRequested)
  const control = controlOf(state, fields)
  const content = role === 'system' ? encodeRole(state, message.content, fields) : encodeString(state, message.content)
  if (content.length === 0 && !isDirective(message)) {
    mend(state, 'empty-message', 'The system message is empty and is dropped.')
    askLastMark(state, [], control)
    return
  }
  if (role === 'user') lose(state, 'system-role', sentAsUser)
  const blocks = control !== undefined && typeof content === 'string' ? [textBlock(content)] : content
  if (typeof blocks !== 'string') askLastMark(state, blocks, control)
  const isUpdate = isRequested && message.providerOptions?.['lamella']?.['update'] !== undefined
  addMessage(state, { role, content: blocks, extra: fields.extra, wasSystem: true, isUpdate })
}

/** Returns the options for the role. User text cannot have the fields of a system message. */
function readSystemFields(
  state: AnthropicState,
  { providerOptions }: SystemMessage,
  role: 'system' | 'user',
  isRequested: boolean,
): AnthropicFields {
  const fields = readFields(state, providerOptions, role === 'system' ? ofRole : known)
  if (role === 'system' || !isRequested || fields.extra === undefined) return fields
  lose(state, 'provider-options', 'User text cannot have the fields of a system message.')
  const { extra: _, ...others } = fields
  return others
}

/** Whether a system message has no text and only sets the effort from there on, which is allowed anywhere. */
export function isDirective({ content, providerOptions }: SystemMessage): boolean {
  const { role, extra } = peekFields(providerOptions)
  return role === 'system' && isBlank(content) && isRecord(extra) && isRecord(extra['output_config'])
}

/**
 * Returns its original blocks, or its text and the tools that it adds and removes; an empty list if there are no such
 * blocks.
 */
function encodeRole(
  state: AnthropicState,
  content: string,
  { blocks, toolChanges }: AnthropicFields,
): string | DraftBlock[] {
  if (Array.isArray(blocks) && blocks.every(isForSystem) && textOfBlocks(blocks) === content) {
    return knownChanges(
      state,
      blocks.map(({ cache_control: _, ...block }) => cleanJson(state, block)),
    )
  }
  if (blocks !== undefined) lose(state, 'provider-options', 'The blocks are not sent: the text has changed since.')
  const text = encodeString(state, content)
  const changes = Array.isArray(toolChanges) ? toolChanges.flatMap((change) => encodeToolChange(state, change)) : []
  if (changes.length === 0) return text === '' ? [] : text
  return text === '' ? changes : [textBlock(text), ...changes]
}

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

/**
 * Encodes a tool that is added or removed in the middle of the conversation. A tool that the request has already defined
 * is added by reference, any other by value; a new definition replaces the one before.
 *
 * Source: Anthropic, "Mid-conversation system messages", "Define tools in a message"; @anthropic-ai/sdk 1.12.0,
 * `BetaRequestToolAdditionBlock`. Read on 2026-11-23.
 */
function encodeToolChange(state: AnthropicState, change: unknown): DraftBlock[] {
  const { type, toolName, definition } = isRecord(change) ? change : {}
  const isChange = type === 'tool_addition' || type === 'tool_removal'
  if (!isChange || typeof toolName !== 'string') {
    lose(state, 'provider-options', 'Anthropic supports only tool_addition and tool_removal, with a toolName.')
    return []
  }
  if (type === 'tool_addition' && isDefinition(definition) && !isDefined(state, definition)) {
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
function knownChanges(state: AnthropicState, blocks: readonly object[]): DraftBlock[] {
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
