import type { Model } from '@lamella/models'
import { wireFormats } from '@lamella/wire/formats'

/** The provider whose names are used for parameters that providers name differently: the key in the provider options. */
export type Dialect = 'anthropic' | 'google' | 'openai'

/** Returns the terms in which a model's requests are written; `undefined` if unknown. */
export function dialectOf({ provider, formats: [format] }: Model): Dialect | undefined {
  if (provider === 'anthropic' || provider === 'google' || provider === 'openai') return provider
  const key = format === undefined ? undefined : wireFormats[format].provider
  // The models of Bedrock each use their own terms.
  return key === 'bedrock' ? undefined : key
}
