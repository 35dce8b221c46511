import type { Model } from '@lamella/models'
import { wireFormats } from '@lamella/wire/formats'

/** Whose words are used for what all providers call differently: the key among provider options. */
export type Dialect = 'anthropic' | 'google' | 'openai'

/** The words that a model's requests are written in; `undefined` where that is not known. */
export function dialectOf({ provider, formats: [format] }: Model): Dialect | undefined {
  if (provider === 'anthropic' || provider === 'google' || provider === 'openai') return provider
  const key = format === undefined ? undefined : wireFormats[format].provider
  // The models of Bedrock each have words of their own.
  return key === 'bedrock' ? undefined : key
}
