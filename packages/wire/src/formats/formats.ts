/** The name of a wire format, which is also its subpath. */
export type WireFormat = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'bedrock-converse'

/** What programs need to know of a format before they load it. */
export interface WireFormatFacts {
  /** What people call it. */
  readonly title: string
  /** The key of its options among `providerOptions`. */
  readonly provider: 'openai' | 'anthropic' | 'google' | 'bedrock'
  /** A model to count and to try with, where none is given. */
  readonly model: string
}

/** Every wire format there is, by its name. Data alone: nothing of a format is loaded with it. */
export const wireFormats: Readonly<Record<WireFormat, WireFormatFacts>> = {
  'openai-chat': { title: 'OpenAI Chat Completions', provider: 'openai', model: 'gpt-4o' },
  'openai-responses': { title: 'OpenAI Responses', provider: 'openai', model: 'gpt-4o' },
  anthropic: { title: 'Anthropic Messages', provider: 'anthropic', model: 'claude-opus-4-8' },
  gemini: { title: 'Gemini generateContent', provider: 'google', model: 'gemini-2.5-pro' },
  'bedrock-converse': { title: 'Amazon Bedrock Converse', provider: 'bedrock', model: 'amazon.nova-pro-v1:0' },
}

/** The names, in the order of the table. */
export const wireFormatNames: readonly WireFormat[] = Object.keys(wireFormats) as WireFormat[]
