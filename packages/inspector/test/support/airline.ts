import { type BuiltContext, defineLayer } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { conversationBuilder } from '@lamella/layers'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { openaiChatFraming } from '@lamella/wire/openai-chat'
import type { Recording } from '../../../bench/src/prefix/conversations.ts'

/** The window of the builds. */
export const window = 6_000

/** Builds the last request of each conversation, and records it. */
export async function recordConversations({
  system,
  tools,
  conversations,
}: Recording): Promise<{ readonly lines: readonly string[]; readonly contexts: readonly BuiltContext[] }> {
  const lines: string[] = []
  const contexts: BuiltContext[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) })
  const builder = conversationBuilder()
    .tokenizer(heuristic({ mode: 'careful' }))
    .use(defineLayer('rules', { load: () => [{ id: 'rules', content: system, pinned: true }] }))
    .framing(openaiChatFraming)
    .tools(tools)
    .budget({ window, reserve: 500 })
    .observe(tracer)
  for (const session of conversations) contexts.push(await builder.build({ scope: { tenant: 'acme' }, session }))
  await tracer.flush()
  return { lines, contexts }
}
