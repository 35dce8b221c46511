import { isRecord, type UnknownRecord } from '../shared/guards.ts'

/** A tool whose input is text, in the form of OpenAI Responses. Source: schema `CustomToolParam`. */
export type FlatCustomTool = UnknownRecord & { readonly type: 'custom'; readonly name: string }

/** A custom tool in the form of OpenAI Chat: everything is inside `custom`. Source: `CustomToolChatCompletions`. */
export type NestedCustomTool = UnknownRecord & {
  readonly type: 'custom'
  readonly custom: UnknownRecord & { readonly name: string }
}

/** Converts a custom tool of either format to the form of Responses; returns `undefined` for any other tool. */
export function flatCustomTool(tool: UnknownRecord): FlatCustomTool | undefined {
  if (tool['type'] !== 'custom') return undefined
  if (isFlat(tool)) return tool
  if (!isNested(tool)) return undefined
  const { format, ...custom } = tool.custom
  return { type: 'custom', ...custom, ...(format !== undefined && { format: flatFormat(format) }) } as FlatCustomTool
}

/** Converts a custom tool of either format to the form of Chat; returns `undefined` for any other tool. */
export function nestedCustomTool(tool: UnknownRecord): NestedCustomTool | undefined {
  if (tool['type'] !== 'custom') return undefined
  if (isNested(tool)) return tool
  if (!isFlat(tool)) return undefined
  const { name, description, format } = tool
  const custom = {
    name,
    ...(description !== undefined && { description }),
    ...(format !== undefined && { format: nestedFormat(format) }),
  }
  return { type: 'custom', custom }
}

function isFlat(tool: UnknownRecord): tool is FlatCustomTool {
  return typeof tool['name'] === 'string'
}

function isNested(tool: UnknownRecord): tool is NestedCustomTool {
  return isRecord(tool['custom']) && typeof tool['custom']['name'] === 'string'
}

/** A grammar is nested in its own field in Chat, and part of the format itself in Responses. */
function flatFormat(format: unknown): unknown {
  if (!isRecord(format) || !isRecord(format['grammar'])) return format
  return { type: 'grammar', ...format['grammar'] }
}

function nestedFormat(format: unknown): unknown {
  if (!isRecord(format) || format['type'] !== 'grammar' || isRecord(format['grammar'])) return format
  const { type: _, ...grammar } = format
  return { type: 'grammar', grammar }
}
