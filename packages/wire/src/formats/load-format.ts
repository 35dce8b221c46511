import type { Format } from '../kit/format.ts'
import { unknownFormat, type WireFormat } from './formats.ts'

const loaders: Readonly<Record<WireFormat, () => Promise<Format>>> = {
  'openai-chat': async () => (await import('../openai-chat/format.ts')).openaiChat,
  'openai-responses': async () => (await import('../openai-responses/format.ts')).openaiResponses,
  anthropic: async () => (await import('../anthropic/format.ts')).anthropic,
  gemini: async () => (await import('../gemini/format.ts')).gemini,
  'bedrock-converse': async () => (await import('../bedrock-converse/format.ts')).bedrockConverse,
}

/**
 * Loads a format by its name, for programs that choose at run time; bundlers put each in a separate file.
 *
 * @throws LamellaError `WIRE_FORMAT_UNKNOWN`
 * @example
 * const format = await loadFormat('gemini')
 * const { request, losses } = format.encode(context, { model: 'gemini-2.5-pro' })
 */
export async function loadFormat(name: WireFormat): Promise<Format> {
  if (Object.hasOwn(loaders, name)) return loaders[name]()
  throw unknownFormat(name)
}
