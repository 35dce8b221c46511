import type { ToolDefinition } from '@lamella/core'
import { checkOptions, mustBeOneOf, mustBeTexts } from '@lamella/core/plugin'

/** Options of `hostedTools`. */
export interface HostedToolsOptions {
  readonly provider: 'anthropic' | 'openai'
  /** Names of the tools that the model sees from the beginning. Default: none. */
  readonly always?: readonly string[]
  /** How Anthropic's search reads a query: as words, or as a regular expression. Default `'bm25'`. */
  readonly by?: 'bm25' | 'regex'
}

const schema = { type: 'object', properties: {} } as const

/**
 * Marks tools as deferred and adds the provider's own search for them, for requests of Anthropic Messages and OpenAI
 * Responses. All tools are sent with each request; the model sees those that it searches for. For other formats and models
 * use `toolSearch`.
 *
 * Sources, read on 2026-11-23: Anthropic, "Tool search tool" (`tool_search_tool_bm25_20251119`,
 * `tool_search_tool_regex_20251119`, `defer_loading`; the search tool itself is never deferred); OpenAI, "Tool search"
 * (`{ type: 'tool_search' }`, `defer_loading` of functions; Responses only, gpt-5.4 and later).
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const definitions = hostedTools(tools, { provider: 'anthropic', always: ['read_file'] })
 */
export function hostedTools(tools: readonly ToolDefinition[], options: HostedToolsOptions): readonly ToolDefinition[] {
  const {
    provider,
    always = [],
    by = 'bm25',
  } = checkOptions(
    'hostedTools',
    options,
    {
      provider: mustBeOneOf(['anthropic', 'openai']),
      always: mustBeTexts,
      by: mustBeOneOf(['bm25', 'regex']),
    },
    ['provider'],
  )
  const deferred = tools.map((tool) => (always.includes(tool.name) ? tool : deferredFor(provider, tool)))
  return [searchOf(provider, by), ...deferred]
}

function deferredFor(provider: HostedToolsOptions['provider'], tool: ToolDefinition): ToolDefinition {
  const { name, description, inputSchema, providerOptions = {} } = tool
  const own = providerOptions[provider] ?? {}
  const extra = own['itemExtra']
  const mark =
    provider === 'anthropic'
      ? { deferLoading: true }
      : { itemExtra: { ...(typeof extra === 'object' ? extra : {}), defer_loading: true } }
  return {
    name,
    ...(description !== undefined && { description }),
    inputSchema,
    providerOptions: { ...providerOptions, [provider]: { ...own, ...mark } },
  }
}

function searchOf(provider: HostedToolsOptions['provider'], by: 'bm25' | 'regex'): ToolDefinition {
  if (provider === 'openai') {
    return { name: 'tool_search', inputSchema: schema, providerOptions: { openai: { tool: { type: 'tool_search' } } } }
  }
  const name = `tool_search_tool_${by}`
  return { name, inputSchema: schema, providerOptions: { anthropic: { tool: { type: `${name}_20251119`, name } } } }
}
