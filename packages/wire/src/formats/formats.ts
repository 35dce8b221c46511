import { wireError } from '../shared/errors.ts'

/** The name of a wire format, which is also its subpath. */
export type WireFormat = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'bedrock-converse'

/** The properties of a format that programs need before they load it. */
export interface WireFormatFacts {
  /** The display name. */
  readonly title: string
  /** The key of its options in `providerOptions`. */
  readonly provider: 'openai' | 'anthropic' | 'google' | 'bedrock'
  /** The default model for counting and trying the format. */
  readonly model: string
}

/** All wire formats by name. Data only: no code of a format is loaded with it. */
export const wireFormats: Readonly<Record<WireFormat, WireFormatFacts>> = {
  'openai-chat': { title: 'OpenAI Chat Completions', provider: 'openai', model: 'gpt-5.6-sol' },
  'openai-responses': { title: 'OpenAI Responses', provider: 'openai', model: 'gpt-6.2-sol' },
  anthropic: { title: 'Anthropic Messages', provider: 'anthropic', model: 'claude-opus-5-5' },
  gemini: { title: 'Gemini generateContent', provider: 'google', model: 'gemini-4-argon' },
  'bedrock-converse': {
    title: 'Amazon Bedrock Converse',
    provider: 'bedrock',
    model: 'global.anthropic.claude-sonnet-5-5',
  },
}

/** The names, in the order of the table. */
export const wireFormatNames: readonly WireFormat[] = Object.keys(wireFormats) as WireFormat[]

/** Creates the error for an unknown format name. */
export function unknownFormat(format: string): Error {
  return wireError(
    'WIRE_FORMAT_UNKNOWN',
    `Unknown wire format "${String(format)}".`,
    `Use one of ${wireFormatNames.join(', ')}.`,
    { format },
  )
}
