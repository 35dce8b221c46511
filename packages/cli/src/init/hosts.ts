/** A host of the program that `lamella init --host` makes. */
export interface Host {
  readonly model: string
  /** Its packages beside Lamella's, by name. */
  readonly packages: Readonly<Record<string, string>>
  /** The environment variable without which the stand-in answers. */
  readonly key: string
  /** What `ask` returns with a key. */
  readonly call: string
  /** What the stand-in returns, in the form of the provider's response. */
  readonly answer: object
}

const text = 'From the middle of May, once the soil has 12 degrees.'

/** The hosts by name. Of the AI SDK, `ask` returns the language model; of a provider, its response. */
export const hosts = {
  'ai-sdk': {
    model: 'gpt-6.2-sol',
    packages: { '@ai-sdk/openai': '^3', ai: '^6' },
    key: 'OPENAI_API_KEY',
    call: `const { openai } = await import('@ai-sdk/openai')
  return openai('gpt-6.2-sol')`,
    answer: {
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: { inputTokens: { total: 400 }, outputTokens: { total: 14 } },
      warnings: [],
    },
  },
  openai: {
    model: 'gpt-6.2-sol',
    packages: { openai: '^6' },
    key: 'OPENAI_API_KEY',
    call: `const { default: OpenAI } = await import('openai')
  return new OpenAI().responses.create(request)`,
    answer: {
      id: 'resp_1',
      object: 'response',
      status: 'completed',
      output: [
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ],
      usage: { input_tokens: 400, output_tokens: 14, total_tokens: 414 },
    },
  },
  anthropic: {
    model: 'claude-opus-5-5',
    packages: { '@anthropic-ai/sdk': '^1' },
    key: 'ANTHROPIC_API_KEY',
    call: `const { default: Anthropic } = await import('@anthropic-ai/sdk')
  return new Anthropic().messages.create(request)`,
    answer: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 400, output_tokens: 14 },
    },
  },
  gemini: {
    model: 'gemini-3.8-flash',
    packages: { '@google/genai': '^2' },
    key: 'GEMINI_API_KEY',
    call: `const { GoogleGenAI } = await import('@google/genai')
  return new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY }).models.generateContent(request)`,
    answer: {
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 400, candidatesTokenCount: 14, totalTokenCount: 414 },
    },
  },
  bedrock: {
    model: 'global.anthropic.claude-sonnet-5-5',
    packages: { '@aws-sdk/client-bedrock-runtime': '^3' },
    key: 'AWS_REGION',
    call: `const { BedrockRuntimeClient, ConverseCommand } = await import('@aws-sdk/client-bedrock-runtime')
  return new BedrockRuntimeClient().send(new ConverseCommand(request))`,
    answer: {
      output: { message: { role: 'assistant', content: [{ text }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 400, outputTokens: 14, totalTokens: 414 },
    },
  },
} as const satisfies Readonly<Record<string, Host>>

export type HostName = keyof typeof hosts

export const hostNames: readonly HostName[] = Object.keys(hosts) as HostName[]
