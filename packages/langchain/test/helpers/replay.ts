import type { AssistantPart, Message, ToolDefinition, ToolOutput } from '@lamella/core'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { tool } from '@langchain/core/tools'
import { MemorySaver } from '@langchain/langgraph'
import { type AgentMiddleware, createAgent } from 'langchain'

/** A chat model that answers as it was recorded. */
export class RecordedModel extends BaseChatModel {
  readonly model: string = 'gpt-5'
  readonly sent: (readonly BaseMessage[])[] = []
  readonly answers: readonly (readonly AssistantPart[])[]
  readonly abortAt: AbortController | undefined
  readonly number: number

  constructor(
    answers: readonly (readonly AssistantPart[])[],
    abort?: { readonly controller: AbortController; readonly at: number },
  ) {
    super({})
    this.answers = answers
    this.abortAt = abort?.controller
    this.number = abort?.at ?? -1
  }

  _llmType(): string {
    return 'recorded'
  }

  override bindTools(): this {
    return this
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const number = this.sent.push([...messages]) - 1
    if (number === this.number) {
      this.abortAt?.abort()
      throw new DOMException('Aborted', 'AbortError')
    }
    const parts = this.answers[number] ?? [{ type: 'text', text: 'Done.' }]
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    const calls = parts.flatMap((part) =>
      part.type === 'tool-call'
        ? [
            {
              type: 'tool_call' as const,
              id: part.toolCallId,
              name: part.toolName,
              args: Object(part.input) as Record<string, unknown>,
            },
          ]
        : [],
    )
    const thinking = { type: 'thinking', thinking: `Thought ${number}`, signature: `signature-${number}` }
    const content = [thinking, ...(text === '' ? [] : [{ type: 'text', text }])]
    const usage_metadata = { input_tokens: 100 + number, output_tokens: 1, total_tokens: 101 + number }
    const message = new AIMessage({ content, tool_calls: calls, usage_metadata, id: `msg_${number}` } as object)
    return { generations: [{ text, message }] }
  }
}

/** Replays a recorded conversation through an agent of LangChain, one invocation for each question. */
export async function replay(
  { system, tools }: { readonly system: string; readonly tools: readonly ToolDefinition[] },
  recorded: readonly Message[],
  middleware: AgentMiddleware | readonly AgentMiddleware[],
  abort?: { readonly controller: AbortController; readonly at: number },
): Promise<{
  readonly model: RecordedModel
  readonly state: readonly BaseMessage[]
  readonly asked: readonly string[]
}> {
  let count = 0
  // The recordings repeat some ids of calls.
  const conversation = recorded.map((message): Message => {
    if (message.role === 'assistant') count++
    if (typeof message.content === 'string') return message
    const content = message.content.map((part) =>
      'toolCallId' in part ? { ...part, toolCallId: `${count}_${part.toolCallId}` } : part,
    )
    return { ...message, content } as Message
  })
  const outputs = new Map<string, string>()
  for (const part of conversation.flatMap((message) => (message.role === 'tool' ? message.content : []))) {
    if (part.type === 'tool-result') outputs.set(part.toolCallId, textOf(part.output))
  }
  const answers = conversation.flatMap((message) => {
    if (message.role !== 'assistant') return []
    const parts: readonly AssistantPart[] =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
    return parts.some((part) => part.type === 'tool-call' || (part.type === 'text' && part.text !== ''))
      ? [parts]
      : [[{ type: 'text', text: 'Done.' } as const]]
  })
  const model = new RecordedModel(answers, abort)
  const agent = createAgent({
    model,
    tools: tools.map(({ name, description = '', inputSchema }) =>
      tool(
        (_input: unknown, config: { toolCall?: { id?: string } }) =>
          outputs.get(config.toolCall?.id ?? '') ?? 'No result.',
        {
          name,
          description,
          schema: inputSchema as { type: 'object' },
        },
      ),
    ),
    systemPrompt: system,
    middleware: [middleware].flat() as AgentMiddleware[],
    checkpointer: new MemorySaver(),
  })
  const asked = conversation.flatMap((message, at) =>
    message.role === 'user' && conversation[at + 1]?.role === 'assistant' ? [questionOf(message.content)] : [],
  )
  const config = {
    configurable: { thread_id: 'recorded' },
    recursionLimit: 1_000,
    ...(abort && { signal: abort.controller.signal }),
  }
  let state: readonly BaseMessage[] = []
  for (const question of asked) {
    ;({ messages: state } = await agent.invoke({ messages: [new HumanMessage(question)] }, config))
  }
  return { model, state, asked }
}

function questionOf(content: Message['content']): string {
  return typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

function textOf(output: ToolOutput): string {
  return output.type === 'text' || output.type === 'error-text' ? output.value : JSON.stringify(output)
}

/** Returns a request as LangChain's chat models for OpenAI write it. */
export function chatBody(messages: readonly BaseMessage[]): { readonly messages: readonly object[] } {
  return {
    messages: messages.map((message) => {
      const role = { human: 'user', ai: 'assistant', tool: 'tool', system: 'system' }[message.type as 'human']
      const { tool_calls: calls = [], tool_call_id: id } = message as {
        tool_calls?: { id: string; name: string; args: unknown }[]
        tool_call_id?: string
      }
      const tool_calls = calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: JSON.stringify(call.args) },
      }))
      return {
        role,
        content: message.text,
        ...(calls.length > 0 && { tool_calls }),
        ...(id !== undefined && { tool_call_id: id }),
      }
    }),
  }
}
