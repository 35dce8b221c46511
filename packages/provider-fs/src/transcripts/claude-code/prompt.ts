import type { ToolDefinition } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { type Fields, fields, list, text } from '../shared/fields.ts'
import { type ReadParts, toolOf } from '../shared/reader.ts'
import type { ClaudeRecord } from './exact.ts'

/** Returns the system prompt and the tools of the newest record; nothing where the file has none. */
export function promptOf(record: ClaudeRecord, snapshots: readonly Fields[]): Pick<ReadParts, 'system' | 'tools'> {
  const shape = [...record.shapes.values()].at(-1)
  if (shape) return { system: textsOf(shape['system']), tools: toolsOf(shape['tools'], 'input_schema') }
  const snapshot = snapshots.at(-1)
  return snapshot ? { system: textsOf(snapshot['systemPrompt']), tools: toolsOf(snapshot['tools'], 'schema') } : {}
}

function textsOf(system: unknown): readonly string[] {
  if (typeof system === 'string') return [system]
  return list(system).flatMap((part) => text(part) ?? text(fields(part)['text']) ?? [])
}

function toolsOf(tools: unknown, schema: string): readonly ToolDefinition[] {
  return list(tools)
    .map(fields)
    .flatMap((tool) => toolOf(tool, isObject(tool[schema]) ? tool[schema] : { type: 'object' }))
}
