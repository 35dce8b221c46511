import type { ContextTool, Message, ToolDefinition } from '@lamella/core'
import type { Counter, ToolChanges } from '@lamella/core/plugin'
import { contentKey, oneLine, updateMark } from '@lamella/core/plugin'
import type { RunInsert, RunState } from '../contract/run.ts'
import { updateMessage, updateText } from './update-text.ts'

/** The layer of updates about the request itself: none, since no layer can have this name. */
export const ofNoLayer = ''

/** Returns how the tools of a request differ from those that the model has; `undefined` if they do not. */
export function toolChangesOf(tools: readonly ToolDefinition[], run: RunState): ToolChanges | undefined {
  const present = presentTools(run)
  const names = new Set(tools.map(({ name }) => name))
  const added = tools.filter((tool) => present.get(tool.name) !== toolFingerprint(tool))
  const changed = added.flatMap(({ name }) => (present.has(name) ? [name] : []))
  const removed = [...[...present.keys()].filter((name) => !names.has(name)), ...changed]
  return added.length + removed.length > 0 ? { added: added.map(definitionOf), removed } : undefined
}

/** The fingerprints of the tools that the model has: those of the head, and the changes since. */
function presentTools({ head, inserts }: RunState): ReadonlyMap<string, string> {
  const present = new Map(head.tools)
  for (const { message } of inserts) {
    const { added = [], removed = [] } = updateMark(message)?.tools ?? {}
    for (const name of removed) present.delete(name)
    for (const tool of added) present.set(tool.name, toolFingerprint(tool))
  }
  return present
}

/** Returns what of a tool is sent, as plain JSON. */
export function definitionOf({ name, description, inputSchema, providerOptions }: ToolDefinition): ToolDefinition {
  return JSON.parse(JSON.stringify({ name, description, inputSchema, providerOptions })) as ToolDefinition
}

/** Writes the update that announces changed tools. Its text is for formats that take no change of tools. */
export function toolsInsert(tools: ToolChanges, at: number): RunInsert {
  const added = tools.added.map(({ name }) => oneLine(name))
  const removed = tools.removed.map(oneLine).filter((name) => !added.includes(name))
  const lines = [
    ...(added.length > 0 ? [`Added or changed: ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}`] : []),
  ]
  const text = updateText('available-tools', [{ text: lines.join('\n') }])
  return { at, layer: ofNoLayer, message: updateMessage(text, { by: 'data', tools }), told: {} }
}

/** Returns the tools as the epoch first sent them; in the caller's own objects, where they are still the same. */
export function headTools(tools: readonly ContextTool[], { head }: RunState): readonly ContextTool[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return (head.definitions ?? []).map((definition) => {
    const now = byName.get(definition.name)
    const isSame = now !== undefined && toolFingerprint(now) === toolFingerprint(definition)
    return isSame ? now : (definition as ContextTool)
  })
}

/** Returns the tokens of messages, with the tools that they add. */
export function tokensWithTools(messages: readonly Message[], counter: Counter): number {
  const added = messages.flatMap((message) => updateMark(message)?.tools?.added ?? [])
  const tools = added.length === 0 ? 0 : counter.tools(added) - (counter.framing.tools ?? 0)
  return counter.content(messages) + tools
}

/** Returns the tools as the head of a run has them. */
export function toolFingerprints(tools: readonly ToolDefinition[]): RunState['head']['tools'] {
  return tools.map((tool) => [tool.name, toolFingerprint(tool)])
}

/** Returns a short text for a tool as it is sent. */
function toolFingerprint({ name, description, inputSchema, providerOptions }: ToolDefinition): string {
  return contentKey(JSON.stringify([name, description ?? null, inputSchema, providerOptions ?? null]))
}

/** Returns the tools in the order in which the epoch sends them, since a server may list them in another one. */
export function inHeadOrder<Tool extends ToolDefinition>(tools: readonly Tool[], { head }: RunState): readonly Tool[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return [...new Map(head.tools).keys()].flatMap((name) => byName.get(name) ?? [])
}
