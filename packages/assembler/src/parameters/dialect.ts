import type { Model } from '@lamella/models'

/** Whose words are used for what all providers call differently: the key among provider options. */
export type Dialect = 'anthropic' | 'google' | 'openai'

const ofFormat = {
  anthropic: 'anthropic',
  gemini: 'google',
  'openai-chat': 'openai',
  'openai-responses': 'openai',
} as const

/** The words that a model's requests are written in; `undefined` where that is not known. */
export function dialectOf({ provider, formats: [format] }: Model): Dialect | undefined {
  if (provider === 'anthropic' || provider === 'google' || provider === 'openai') return provider
  return format === undefined ? undefined : ofFormat[format]
}
