import type { AssistantPart, Message, ToolDefinition, ToolOutput } from '@lamella/core'
import { Agent, OpenAIResponsesModel, run, setTracingDisabled, tool } from '@openai/agents'

setTracingDisabled(true)

/** A request as the SDK's model sends it to the API. */
export interface SentRequest {
  readonly instructions?: string
  readonly input: readonly Readonly<Record<string, unknown>>[]
  readonly tools: readonly object[]
}

/** An agent of the SDK whose model answers as it was recorded, and the requests that it was sent. */
export interface Replay {
  readonly sent: SentRequest[]
  /** The questions of the conversation. */
  readonly asked: readonly string[]
  /** Runs the agent for each question of the conversation. */
  play(options: () => object): Promise<void>
}

/** `store`: whether the API stores items. `signal`: is aborted at a request. */
export interface ReplayOptions {
  readonly store?: boolean
  readonly signal?: { readonly abortAt: number; readonly controller: AbortController }
}

interface Answer {
  readonly content: readonly AssistantPart[]
}

/** Replays a recorded conversation through the SDK's own loop and its model for the Responses API. */
export function replay(
  { system, tools }: { readonly system: string; readonly tools: readonly ToolDefinition[] },
  recorded: readonly Message[],
  { store = false, signal }: ReplayOptions = {},
): Replay {
  const conversation = withOwnCalls(recorded)
  const sent: SentRequest[] = []
  const outputs = new Map<string, string>()
  for (const message of conversation) {
    if (message.role !== 'tool') continue
    for (const part of message.content)
      if (part.type === 'tool-result') outputs.set(part.toolCallId, textOf(part.output))
  }
  const answers = conversation.flatMap((message): Answer[] =>
    message.role === 'assistant'
      ? [{ content: typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content }]
      : [],
  )
  let requests = 0
  const create = async (body: SentRequest): Promise<object> => {
    sent.push(JSON.parse(JSON.stringify(body)) as SentRequest)
    const number = requests++
    if (signal?.abortAt === number) {
      signal.controller.abort()
      throw new DOMException('Aborted', 'AbortError')
    }
    const content = answers[number]?.content.filter(
      (part) => part.type === 'tool-call' || (part.type === 'text' && part.text !== ''),
    )
    return response(number, content?.length ? content : [{ type: 'text', text: 'Done.' }])
  }
  const client = { responses: { create }, baseURL: 'http://localhost' }
  const agent = new Agent({
    name: 'Recorded',
    instructions: system,
    modelSettings: { store },
    model: new OpenAIResponsesModel(client as never, 'gpt-5'),
    tools: tools.map(({ name, description = '', inputSchema }) =>
      tool({
        name,
        description,
        strict: false,
        parameters: { additionalProperties: true, required: [], ...inputSchema } as never,
        execute: (_input, _context, details) => outputs.get(details?.toolCall?.callId ?? '') ?? 'No result.',
      }),
    ),
  })
  const asked = questions(conversation)
  return {
    sent,
    asked,
    play: async (options) => {
      for (const question of asked) {
        await run(agent, question, {
          maxTurns: 1_000,
          ...(signal && { signal: signal.controller.signal }),
          ...options(),
        })
      }
    },
  }
}

/** The SDK takes two calls with one id for the same call; the recordings repeat some ids. */
function withOwnCalls(conversation: readonly Message[]): readonly Message[] {
  let answers = 0
  return conversation.map((message) => {
    if (message.role === 'assistant') answers++
    if (typeof message.content === 'string') return message
    const content = message.content.map((part) =>
      'toolCallId' in part ? { ...part, toolCallId: `${answers}_${part.toolCallId}`.slice(0, 64) } : part,
    )
    return { ...message, content } as Message
  })
}

/** The messages of the user that an answer follows; several in a row are one. */
function questions(conversation: readonly Message[]): readonly string[] {
  return conversation.flatMap((message, index) => {
    if (message.role !== 'user' || conversation[index + 1]?.role !== 'assistant') return []
    const { content } = message
    return [
      typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
    ]
  })
}

function textOf(output: ToolOutput): string {
  return output.type === 'text' || output.type === 'error-text' ? output.value : JSON.stringify(output)
}

/** An answer of the API: each has encrypted reasoning, whose items have ids. */
function response(number: number, content: readonly AssistantPart[]): object {
  const output: object[] = [
    { type: 'reasoning', id: `rs_${number}`, summary: [], encrypted_content: `encrypted-${number}` },
  ]
  for (const [index, part] of content.entries()) {
    const id = `${number}_${index}`
    if (part.type === 'text' && part.text !== '') {
      const text = { type: 'output_text', text: part.text, annotations: [], logprobs: [] }
      output.push({ type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content: [text] })
    } else if (part.type === 'tool-call') {
      const { toolCallId: call_id, toolName: name, input } = part
      output.push({
        type: 'function_call',
        id: `fc_${id}`,
        call_id,
        name,
        arguments: JSON.stringify(input),
        status: 'completed',
      })
    }
  }
  return {
    id: `resp_${number}`,
    status: 'completed',
    output,
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  }
}
