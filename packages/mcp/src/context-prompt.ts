import type { Message, ToolDefinition } from '@lamella/core'
import { messageText } from '@lamella/core/plugin'
import { toolInputSchema } from '@lamella/store'
import { type McpServer, type PromptMessage, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { BuildPrompt, Serving } from './contract.ts'

const question = { type: 'string', minLength: 1, maxLength: 20_000, description: 'What the user wants to know.' }

/** Serves the prompt `context`: instructions, memory and skills that belong to a question, then the question. */
export function registerContext(
  server: McpServer,
  build: BuildPrompt,
  tools: readonly ToolDefinition[],
  { scope, guarded }: Serving,
  now: (() => Date) | undefined,
): void {
  server.registerPrompt(
    'context',
    {
      description: 'The context of this agent for a question: its instructions, and the memory and skills that fit.',
      argsSchema: toolInputSchema('context', { question }, ['question']),
    },
    ({ question: asked }, ctx) =>
      guarded('The prompt', async () => {
        if (typeof asked !== 'string') throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'question is missing.')
        const { signal } = ctx.mcpReq
        const { system, messages } = await build({ scope, message: asked, tools, signal, ...(now && { now: now() }) })
        const head = system.map(({ content }) => content).join('\n\n')
        // Prompts have no system role: what would be there comes first, from the user.
        return { messages: [{ role: 'user', content: head } as const, ...messages].flatMap(toPrompt) }
      }),
  )
}

function toPrompt(message: Message): readonly PromptMessage[] {
  const text = messageText(message)
  if (text === '') return []
  return [{ role: message.role === 'assistant' ? 'assistant' : 'user', content: { type: 'text', text } }]
}
