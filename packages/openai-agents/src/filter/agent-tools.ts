import type { ToolDefinition } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'

/** What the filter reads of an agent of the SDK. */
export interface HostAgent {
  readonly name: string
  readonly model: unknown
  readonly modelSettings: { readonly maxTokens?: number; readonly store?: boolean }
  readonly tools: readonly object[]
  readonly handoffs: readonly object[]
}

/** Returns the tools and handoffs of an agent, to be counted. Those of MCP servers are known only to the servers. */
export function agentTools({ tools, handoffs }: Pick<HostAgent, 'tools' | 'handoffs'>): readonly ToolDefinition[] {
  return [...tools, ...handoffs].map((one): ToolDefinition => {
    const { name, toolName = name, description, toolDescription = description, handoffDescription } = one as Fields
    const { parameters, inputJsonSchema = parameters, providerData } = one as Fields
    const schema = inputJsonSchema ?? providerData
    const isAgent = handoffDescription !== undefined && toolName === name
    const said = isAgent ? `Handoff to the ${name} agent to handle the request. ${handoffDescription}` : toolDescription
    return {
      // As the SDK names the tool of an agent (`getHandoff` of @openai/agents-core 0.20.0, read on 2026-11-23).
      name: isAgent ? `transfer_to_${String(name).replace(/\W/g, '_')}` : String(toolName),
      ...(typeof said === 'string' && { description: said }),
      inputSchema: isObject(schema) ? schema : { type: 'object', properties: {} },
    }
  })
}

type Fields = Readonly<Record<string, unknown>>
