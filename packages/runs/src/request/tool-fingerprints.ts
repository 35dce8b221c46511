import type { ToolDefinition } from '@lamella/core'
import { contentKey } from '@lamella/core/plugin'
import type { RunState } from '../contract/run.ts'

/** Returns the tools as the head of a run has them. */
export function toolFingerprints(tools: readonly ToolDefinition[]): RunState['head']['tools'] {
  return tools.map((tool) => [tool.name, toolFingerprint(tool)])
}

/** Returns a short text for a tool as it is sent. */
export function toolFingerprint({ name, description, inputSchema, providerOptions }: ToolDefinition): string {
  return contentKey(JSON.stringify([name, description ?? null, inputSchema, providerOptions ?? null]))
}
