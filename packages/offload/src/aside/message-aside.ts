import type { AssistantPart, Message, ToolPart, UserMessage, UserPart } from '@lamella/core'
import { readerName } from '@lamella/store'
import { changeEach } from './map-media.ts'
import { outputAside, partAside } from './output-aside.ts'
import type { Keeper } from './put-aside.ts'
import { headFor, limitOf, type Settings } from './settings.ts'

/**
 * Returns a message with heads in place of large results and, if they are to be, large texts of users; the same message if
 * nothing is large. Calls, thoughts and everything else stay as they are.
 */
export async function messageAside(keeper: Keeper, message: Message, settings: Settings): Promise<Message> {
  if (message.role === 'user') return userAside(keeper, message, settings)
  const { content } = message
  if (typeof content === 'string') return message
  const own = message.role === 'assistant' ? ownCalls(content as readonly AssistantPart[]) : undefined
  const parts = await changeEach<AssistantPart | ToolPart>(content, async (part) => {
    if (part.type !== 'tool-result' || (own && !own.has(part.toolCallId))) return part
    const limit = part.toolName === readerName ? Number.POSITIVE_INFINITY : limitOf(settings, part.toolName)
    const output = await outputAside(keeper, part.output, { limit, head: headFor(settings, limit) }, part.toolName)
    return output === part.output ? part : { ...part, output }
  })
  return parts === content ? message : ({ ...message, content: parts } as Message)
}

async function userAside(keeper: Keeper, message: UserMessage, settings: Settings): Promise<Message> {
  const limit = settings.texts === false ? Number.POSITIVE_INFINITY : settings.texts
  const sizes = { limit, head: headFor(settings, limit) }
  const { content: given } = message
  if (typeof given === 'string') {
    const { text, ...changed } = await partAside(keeper, { ...message, text: given }, sizes, 'user')
    return text === given && changed.providerOptions === message.providerOptions
      ? message
      : { ...changed, content: text }
  }
  const content = await changeEach<UserPart>(given, async (part) =>
    part.type === 'text' ? partAside(keeper, part, sizes, 'user') : part,
  )
  return content === given ? message : { ...message, content: [...content] }
}

/** The calls of an answer that the application ran. What a provider's own tool returned stays: providers check it. */
function ownCalls(content: readonly AssistantPart[]): ReadonlySet<string> {
  const calls = content.flatMap((part) => (part.type === 'tool-call' && part.providerExecuted !== true ? [part] : []))
  return new Set(calls.map(({ toolCallId }) => toolCallId))
}
