import { lamella } from '@lamella/ai-sdk'
import { generateText, wrapLanguageModel } from 'ai'

const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }
const model = {
  specificationVersion: 'v3',
  provider: 'stand-in',
  modelId: 'gpt-4o',
  supportedUrls: {},
  doGenerate: async ({ prompt }) => ({
    content: [{ type: 'text', text: `I got ${prompt.length} message.` }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: { inputTokens: tokens, outputTokens: { total: 1, text: 1, reasoning: 0 } },
    warnings: [],
  }),
}

export const expected = 'I got 1 message.'
export default async function run() {
  const wrapped = wrapLanguageModel({ model, middleware: lamella() })
  return (await generateText({ model: wrapped, prompt: 'Hello' })).text
}
