// Compiled by ../types.test.ts against each supported version of the SDK, where it must have no error and no cast.
import { lamella } from '@lamella/ai-sdk'
import { createContext, defineLayer } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSessionStore } from '@lamella/store/memory'
import {
  convertToModelMessages,
  generateText,
  streamText,
  ToolLoopAgent,
  tool,
  type UIMessage,
  wrapLanguageModel,
} from 'ai'
import { z } from 'zod'

type Model = Parameters<typeof wrapLanguageModel>[0]['model']

const greeting = defineLayer('greeting', {
  order: 10,
  load: ({ name }: { readonly name: string }) => `You talk to ${name}.`,
})

export async function adoption(model: Model, uiMessages: UIMessage[]): Promise<Response> {
  const wrapped = wrapLanguageModel({ model, middleware: lamella() })
  wrapLanguageModel({ model, middleware: [lamella({ window: 8_000 })] })
  const builder = createContext().use([greeting, history(), message()]).budget({ window: 8_000, reserve: 500 })
  const memory = lamella({
    builder,
    sessions: createSessionStore(),
    scope: ({ options }) => ({ tenant: 'acme', ...(options.user !== undefined && { user: options.user }) }),
    needs: () => ({ name: 'Ada' }),
    countTokens: async ({ messages }) => messages.length,
    onRequest: ({ context, usage }) => void [context.report.tokens.total, usage?.cached],
  })
  const tools = { look: tool({ inputSchema: z.object({ at: z.string() }), execute: async ({ at }) => at }) }
  await generateText({
    model: wrapped,
    prompt: 'Hello',
    providerOptions: { lamella: { tenant: 'acme', session: 's' } },
  })
  await generateText({ model, tools, prompt: 'Hello', prepareStep: memory.prepareStep })
  await generateText({ model, tools, prompt: 'Hello', ...memory.steps({ session: 's', tools }) })
  const agent = new ToolLoopAgent({ model: wrapped, tools, prepareStep: memory.prepareStep })
  await agent.generate({ prompt: 'Hello' })
  const result = streamText({ model: wrapped, tools, messages: await convertToModelMessages(uiMessages) })
  return result.toUIMessageStreamResponse()
}

export function rejected(): void {
  // @ts-expect-error A misspelled option.
  lamella({ windows: 8_000 })
  // @ts-expect-error A store without runs.
  lamella({ sessions: { append: () => {} } })
  // @ts-expect-error A scope without a tenant.
  lamella({ scope: { user: 'ada' } })
  const builder = createContext().use([greeting, history(), message()])
  // @ts-expect-error What the layers need has another type.
  lamella({ builder, needs: () => ({ name: 7 }) })
}
