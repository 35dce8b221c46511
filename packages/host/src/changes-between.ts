import type { BuiltContext, ToolDefinition } from '@lamella/core'
import { detailsOf, type RequestLayout } from '@lamella/core/plugin'

/** The first thing in a place of a request that is not what the request before had there. */
export type RequestChange =
  | { readonly place: 'model' | 'parameters' }
  | { readonly place: 'tools'; readonly tool: string; readonly change: 'added' | 'removed' | 'changed' | 'moved' }
  | { readonly place: 'system' | 'messages'; readonly layer: string; readonly fragment?: string }

/** Compares two contexts in the order of a prompt, and lists the first change in each place. Messages at the end are none. */
export function changesBetween(before: BuiltContext, now: BuiltContext): readonly RequestChange[] {
  const [old, present] = [before, now].map(({ report }) => detailsOf(report).layout) as [RequestLayout, RequestLayout]
  const { model, ...parameters } = before.parameters
  const { model: nowModel, ...nowParameters } = now.parameters
  return [
    ...(model === nowModel ? [] : [{ place: 'model' } as const]),
    ...(isSame(parameters, nowParameters) ? [] : [{ place: 'parameters' } as const]),
    ...toolChange(before.tools, now.tools),
    ...systemChange(old, present),
    ...messageChange(old, present),
  ]
}

function toolChange(before: readonly ToolDefinition[], now: readonly ToolDefinition[]): readonly RequestChange[] {
  const byName = new Map(now.map((tool) => [tool.name, tool]))
  const had = new Set(before.map(({ name }) => name))
  for (const tool of before) {
    const same = byName.get(tool.name)
    if (same === undefined) return [{ place: 'tools', tool: tool.name, change: 'removed' }]
    if (!isSame(asSent(same), asSent(tool))) return [{ place: 'tools', tool: tool.name, change: 'changed' }]
  }
  const added = now.find(({ name }) => !had.has(name))
  if (added) return [{ place: 'tools', tool: added.name, change: 'added' }]
  const moved = now.find(({ name }, index) => name !== before[index]?.name)
  return moved ? [{ place: 'tools', tool: moved.name, change: 'moved' }] : []
}

function asSent({ name, description, inputSchema, providerOptions }: ToolDefinition): unknown {
  return { name, description, inputSchema, providerOptions }
}

function systemChange({ system: before }: RequestLayout, { system: now }: RequestLayout): readonly RequestChange[] {
  const length = Math.max(before.length, now.length)
  const at = Array.from({ length }).findIndex((_, index) => before[index]?.text !== now[index]?.text)
  const part = now[at] ?? before[at]
  if (part === undefined) return []
  const layer = part.layer.name
  const [old, kept] = [before, now].map((parts) => parts.find((one) => one.layer.name === layer)?.kept ?? [])
  const isOf = (index: number): boolean =>
    old?.[index]?.fragment.id !== kept?.[index]?.fragment.id || !isSame(old?.[index]?.content, kept?.[index]?.content)
  const differs = Array.from({ length: Math.max(old?.length ?? 0, kept?.length ?? 0) }).findIndex((_, index) =>
    isOf(index),
  )
  const fragment = (kept?.[differs] ?? old?.[differs])?.fragment.id
  return [{ place: 'system', layer, ...(fragment !== undefined && { fragment }) }]
}

function messageChange(
  { fragments: before }: RequestLayout,
  { fragments: now }: RequestLayout,
): readonly RequestChange[] {
  const at = before.findIndex(({ messages }, index) => !isSame(messages, now[index]?.messages))
  const placed = now[at] ?? before[at]
  return placed ? [{ place: 'messages', layer: placed.layer.name, fragment: placed.kept.fragment.id }] : []
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
