import type { JsonSchema, ToolDefinition } from '@lamella/core'
import type { Agent } from '@openai/agents'
import { isRecord } from '../items/plain-item.ts'

/** Any agent: neither its context nor its output matters here. */
// biome-ignore lint/suspicious/noExplicitAny: the SDK's own type for an agent whose context is not known
export type AnyAgent = Agent<any, any>

/** Returns the tools and handoffs of an agent, to be counted. Those of MCP servers are known only to the servers. */
export function agentTools({ tools, handoffs }: Pick<AnyAgent, 'tools' | 'handoffs'>): readonly ToolDefinition[] {
  return [...tools.map(definitionOf), ...handoffs.map(handoffOf)]
}

function definitionOf(tool: object): ToolDefinition {
  const { name, description, parameters, providerData } = tool as Readonly<Record<string, unknown>>
  return {
    name: String(name),
    ...(typeof description === 'string' && { description }),
    inputSchema: schemaOf(parameters ?? providerData),
  }
}

function handoffOf(target: AnyAgent['handoffs'][number]): ToolDefinition {
  if ('toolName' in target) {
    const { toolName: name, toolDescription: description, inputJsonSchema } = target
    return { name, description, inputSchema: schemaOf(inputJsonSchema) }
  }
  // As the SDK names it (`getHandoff` of @openai/agents-core 0.20.0, read on 2026-11-23).
  return {
    name: `transfer_to_${target.name.replace(/\W/g, '_')}`,
    description: `Handoff to the ${target.name} agent to handle the request. ${target.handoffDescription}`,
    inputSchema: schemaOf(undefined),
  }
}

function schemaOf(value: unknown): JsonSchema {
  return isRecord(value) ? value : { type: 'object', properties: {} }
}
