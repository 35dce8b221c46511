import { createCounter } from '@lamella/core/plugin'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import type { ModelMessage } from 'ai'
import { openAI } from '../../../ai-sdk/test/support/drive.ts'
import { recordedTools, turnsOf } from '../../../ai-sdk/test/support/replay.ts'
import { current } from '../../../ai-sdk/test/support/versions.ts'
import type { Loop } from './loops.ts'
import { reserve, type Way, window } from './way.ts'
import { chat } from './wires.ts'

/** What is used of `@mastra/core`. */
export interface Mastra {
  readonly Agent: new (
    options: object,
  ) => {
    generate(
      messages: readonly ModelMessage[],
      options: object,
    ): Promise<{ readonly response: { readonly messages?: readonly ModelMessage[] } }>
  }
  readonly TokenLimiterProcessor: new (options: object) => object
  readonly ToolCallFilter: new () => object
}

type Processors = (mastra: Mastra, limit: number) => readonly object[]

/** The ways of Mastra's documentation. Its limiter does not count tools: its limit is the window without them and the reserve. */
const ways: readonly (readonly [string, Processors])[] = [
  ['everything', () => []],
  ['`TokenLimiterProcessor`', ({ TokenLimiterProcessor }, limit) => [new TokenLimiterProcessor({ limit })]],
  [
    "`TokenLimiterProcessor`, `trimMode: 'contiguous'`",
    ({ TokenLimiterProcessor }, limit) => [new TokenLimiterProcessor({ limit, trimMode: 'contiguous' })],
  ],
  ['`ToolCallFilter`', ({ ToolCallFilter }) => [new ToolCallFilter()]],
]

/** The loops of Mastra's agent, whose model answers as it was recorded. */
export function mastraWays(mastra: Mastra): readonly Way[] {
  return ways.map(([name, processors]) => ({
    host: 'Mastra',
    name,
    own: false,
    wire: chat,
    play: async (loop) => {
      const counter = createCounter(await tiktoken('gpt-4o'), chat.framing)
      const limit = window - reserve - counter.tools(loop.tools)
      return (await bodiesOf(mastra, loop, processors(mastra, limit))).map((body) => ({ body, refused: false }))
    },
  }))
}

async function bodiesOf({ Agent }: Mastra, loop: Loop, inputProcessors: readonly object[]): Promise<readonly object[]> {
  const bodies: object[] = []
  let answers: readonly Loop['messages'][number][] = []
  const fetch = async (_: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
    const body = JSON.parse(String(init?.body)) as { readonly stream?: boolean }
    bodies.push(body)
    const [answer = { role: 'assistant', content: 'Done.' }, ...rest] = answers
    answers = rest
    const reply = openAI.reply(body, answer, bodies.length)
    return body.stream
      ? new Response(`data: ${JSON.stringify(streamed(reply))}\n\ndata: [DONE]\n\n`, {
          headers: { 'content-type': 'text/event-stream' },
        })
      : Response.json(reply)
  }
  const agent = new Agent({
    id: 'bench',
    name: 'bench',
    instructions: loop.system,
    model: openAI.model(fetch as typeof globalThis.fetch, current),
    tools: recordedTools(loop.messages, loop.tools),
    inputProcessors,
  })
  const conversation: ModelMessage[] = []
  for (const { question, rest } of turnsOf(loop.messages)) {
    answers = rest.filter(({ role }) => role === 'assistant')
    conversation.push({ role: 'user', content: question })
    const { response } = await agent.generate([...conversation], {
      maxSteps: answers.length,
      modelSettings: { maxRetries: 0 },
    })
    conversation.push(...(response.messages ?? []))
  }
  return bodies
}

/** A whole answer of OpenAI Chat as the only chunk of its stream. */
function streamed(reply: object): object {
  const { choices, ...others } = reply as {
    readonly choices: readonly { readonly message: { readonly tool_calls?: readonly object[] } }[]
  }
  return {
    id: 'c1',
    ...others,
    choices: choices.map(({ message, ...choice }) => ({
      ...choice,
      delta: {
        ...message,
        ...(message.tool_calls && { tool_calls: message.tool_calls.map((call, index) => ({ index, ...call })) }),
      },
    })),
  }
}
