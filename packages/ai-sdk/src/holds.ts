import type { ProviderOptions } from '@lamella/core'

/**
 * Returns what the provider holds of the conversation. OpenAI's Responses API holds a conversation that the call names, and
 * may hold one that the settings of the model name, unless it stores nothing.
 *
 * Source: ai-sdk.dev, providers: OpenAI and Azure (`conversation`, `previousResponseId`, `store`), xAI (`previousResponseId`),
 * Google (`previousInteractionId`). Read on 2026-11-28.
 */
export function holdsOf(options: ProviderOptions, provider: string): 'all' | 'before' | undefined {
  const all = Object.values(options)
  const names = ['conversation', 'previousResponseId', 'previousInteractionId']
  if (all.some((own) => names.some((name) => typeof own?.[name] === 'string' && own[name] !== ''))) return 'all'
  return /responses/.test(provider) && !all.some((own) => own?.['store'] === false) ? 'before' : undefined
}
