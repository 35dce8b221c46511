import type { Message } from '@lamella/core'
import { type PrefixReply, type PrefixServerOptions, prefixServer } from '@lamella/testkit'
import type * as ai from 'ai'
import { partsOf, plainId, recordedTools, turnsOf } from './replay.ts'
import { current, type Version } from './versions.ts'

const usage = { input_tokens: 10, output_tokens: 10 }

/** What a provider answers to a request, given the recorded answer. */
type Reply = (body: object, answer: Message, number: number) => object

/** A provider of the SDK whose requests end here. */
export interface LocalProvider {
  model(fetch: typeof globalThis.fetch, version: Version): ai.LanguageModel
  readonly reply: Reply
}

/** How the recorded turns are put to `generateText`. */
export interface DriveOptions {
  readonly provider: LocalProvider
  /** The version of the SDK. Default: the newest 6. */
  readonly version?: Version
  readonly middleware?: ai.LanguageModelMiddleware
  /** The tools. Default: those that were called, without arguments. */
  readonly tools?: ai.ToolSet
  /** The rest of the call for a question. Default: `{ prompt: question }`. */
  readonly call?: (question: string) => object
  /** Called with the messages that each call has added. */
  readonly answered?: (messages: readonly ai.ModelMessage[]) => void
}

/** Drives recorded turns through the loop of the SDK. Returns the bodies of its requests. */
export async function drive(
  messages: readonly Message[],
  { provider, version = current, middleware, tools, call, answered }: DriveOptions,
): Promise<readonly object[]> {
  const { sdk } = version
  const recorded = tools ?? recordedTools(messages, [], sdk)
  const bodies: object[] = []
  let answers: readonly Message[] = []
  const fetch = async (_: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    const body = JSON.parse(String(init?.body)) as object
    bodies.push(body)
    const [answer = { role: 'assistant', content: 'Done.' }, ...rest] = answers
    answers = rest
    const json = provider.reply(body, answer, bodies.length)
    return new Response(JSON.stringify(json), {
      status: (json as { type?: unknown }).type === 'error' ? 400 : 200,
      headers: { 'content-type': 'application/json' },
    })
  }
  const plain = provider.model(fetch as typeof globalThis.fetch, version) as Parameters<
    typeof ai.wrapLanguageModel
  >[0]['model']
  const model = middleware === undefined ? plain : sdk.wrapLanguageModel({ model: plain, middleware })
  for (const { question, rest } of turnsOf(messages)) {
    answers = rest.filter(({ role }) => role === 'assistant')
    const options = { model, tools: recorded, stopWhen: sdk.stepCountIs(answers.length), maxRetries: 0 }
    const asked = call?.(question) ?? { prompt: question }
    const { response } = await sdk.generateText({ ...options, ...asked } as Parameters<typeof ai.generateText>[0])
    answered?.(response.messages)
  }
  return bodies
}

/** A provider that writes OpenAI Chat. */
export const openAI: LocalProvider = {
  model: (fetch, { createOpenAICompatible }) =>
    createOpenAICompatible({ name: 'local', baseURL: 'http://local/v1', fetch })('gpt-4o'),
  reply: (_, answer, number) => {
    const parts = partsOf(answer)
    const calls = parts.flatMap((part) =>
      part.type === 'tool-call'
        ? [
            {
              id: `${plainId(part.toolCallId)}_n${number}`,
              type: 'function',
              function: { name: part.toolName, arguments: JSON.stringify(part.input) },
            },
          ]
        : [],
    )
    const content = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    const reply = {
      role: 'assistant',
      content: content === '' && calls.length === 0 ? 'Done.' : content,
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    return {
      choices: [{ index: 0, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop', message: reply }],
      usage: { prompt_tokens: 10, completion_tokens: 10 },
    }
  },
}

/** Claude for one conversation: signs a thought for each answer, binds it to everything before it, and rejects it elsewhere. */
export function claude(
  options: Pick<PrefixServerOptions, 'onMismatch'> = {},
  seen?: (reply: PrefixReply) => void,
): LocalProvider {
  let content: readonly object[] = []
  const server = prefixServer('anthropic', { ...options, answer: () => content })
  return {
    model: (fetch, { createAnthropic }) => createAnthropic({ apiKey: 'none', fetch })('claude-opus-5-5'),
    reply: (body, answer, number) => {
      content = partsOf(answer).flatMap((part): readonly object[] => {
        if (part.type === 'text') return part.text === '' ? [] : [{ type: 'text', text: part.text }]
        if (part.type !== 'tool-call') return []
        const id = `${plainId(part.toolCallId)}_n${number}`
        return [{ type: 'tool_use', id, name: part.toolName, input: part.input ?? {} }]
      })
      if (content.length === 0) content = [{ type: 'text', text: 'Done.' }]
      const calls = content.some((block) => (block as { type: string }).type === 'tool_use')
      const reply = server.send(body)
      seen?.(reply)
      return { id: 'm', model: 'claude-opus-5-5', ...reply.body, usage, ...(calls && { stop_reason: 'tool_use' }) }
    },
  }
}
