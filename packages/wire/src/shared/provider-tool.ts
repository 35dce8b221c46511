import type { ToolDefinition } from '@lamella/core'
import { isRecord, type UnknownRecord } from './guards.ts'
import { type Ledger, lose } from './ledger.ts'

/**
 * Returns a tool that the provider supplies, such as web search, in the provider's own format: the `tool` in the tool's
 * `providerOptions`, under the provider's name. `undefined` for ordinary tools.
 */
export function providerToolOf(
  tool: ToolDefinition,
): { readonly provider: string; readonly tool: UnknownRecord } | undefined {
  if (tool.providerOptions === undefined) return undefined
  for (const [provider, fields] of Object.entries(tool.providerOptions)) {
    const own = fields?.['tool']
    if (isRecord(own)) return { provider, tool: own }
  }
  return undefined
}

export function isDefinition(value: unknown): value is ToolDefinition {
  return isRecord(value) && typeof value['name'] === 'string' && isRecord(value['inputSchema'])
}

/** Reports that a tool of another provider is left out. */
export function loseProviderTool(ledger: Ledger, { name }: ToolDefinition, format: string): void {
  lose(ledger, 'provider-tool', `${format} does not have the tool ${JSON.stringify(name)} of another provider.`)
}
