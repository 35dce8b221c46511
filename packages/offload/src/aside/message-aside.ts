import type { AssistantPart, Message, ToolOutput, ToolPart, ToolResultPart, UserMessage, UserPart } from '@lamella/core'
import { readerName } from '@lamella/store'
import { outputAside, partAside } from './output-aside.ts'
import type { Keeper } from './put-aside.ts'
import { headFor, limitOf, type Settings } from './settings.ts'

/**
 * Returns a message with heads in place of large results and, if they are to be, large texts of users; the same message if
 * nothing is large. Calls, thoughts and everything else stay as they are.
 */
export async function messageAside(keeper: Keeper, message: Message, settings: Settings): Promise<Message> {
  if (message.role === 'user') return userAside(keeper, message, settings)
  const { role, content } = message
  if (typeof content === 'string') return message
  const own = role === 'assistant' ? ownCalls(content) : undefined
  const parts: (AssistantPart | ToolPart)[] = []
  let isChanged = false
  for (const part of content as readonly (AssistantPart | ToolPart)[]) {
    const output = isResult(part, own) ? await resultAside(keeper, part, settings) : undefined
    if (output === undefined) parts.push(part)
    else {
      isChanged = true
      parts.push({ ...part, output } as ToolResultPart)
    }
  }
  return isChanged ? ({ ...message, content: parts } as Message) : message
}

async function resultAside(
  keeper: Keeper,
  { toolName, output }: ToolResultPart,
  settings: Settings,
): Promise<ToolOutput | undefined> {
  const limit = toolName === readerName ? Number.POSITIVE_INFINITY : limitOf(settings, toolName)
  const aside = await outputAside(keeper, output, { limit, head: headFor(settings, limit) }, toolName)
  return aside === output ? undefined : aside
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
  let isChanged = false
  const content: UserPart[] = []
  for (const part of given) {
    const changed = part.type === 'text' ? await partAside(keeper, part, sizes, 'user') : part
    if (changed !== part) isChanged = true
    content.push(changed)
  }
  return isChanged ? { ...message, content } : message
}

/** The calls of an answer that the application ran. What a provider's own tool returned stays: providers check it. */
function ownCalls(content: readonly { readonly type: string }[]): ReadonlySet<string> {
  const own = new Set<string>()
  for (const part of content as readonly AssistantPart[]) {
    if (part.type === 'tool-call' && part.providerExecuted !== true) own.add(part.toolCallId)
  }
  return own
}

function isResult(part: AssistantPart | ToolPart, own: ReadonlySet<string> | undefined): part is ToolResultPart {
  return part.type === 'tool-result' && (own === undefined || own.has(part.toolCallId))
}
