import type { ToolDefinition } from '@lamella/core'
import { isRecord, type UnknownRecord } from './guards.ts'
import { type Ledger, lose } from './ledger.ts'

/**
 * A tool that a provider brings itself, such as its web search, in the provider's own words: the `tool` of the tool's
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

/** Notes that a tool of another provider is left out. */
export function loseProviderTool(ledger: Ledger, { name }: ToolDefinition, format: string): void {
  lose(ledger, 'provider-tool', `${format} does not have the tool ${JSON.stringify(name)} of another provider.`)
}
