import type { AssistantPart, Message, ToolOutput } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import { checkMessages, checkOptions, isObject } from '@lamella/core/plugin'
import { canonical, foldTexts, type HostForm, isSameContent, namesSystemRole, unfoldTexts } from '@lamella/host'
import {
  AIMessage,
  type BaseMessage,
  ChatMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import { readMessage, roleOf } from './read-message.ts'

/** Only this adapter writes the key. What it holds is checked nonetheless: a store takes messages from anybody. */
export const own = 'lamella:langchain'

/** The fields of messages, of any class. */
const fields =
  `type role content name id additional_kwargs response_metadata tool_calls invalid_tool_calls usage_metadata
  tool_call_id status artifact metadata`.split(/\s+/)

/** Those that a request can show. */
const sent = fields.filter((field) => !/^(id|usage_metadata|artifact)$/.test(field))

/**
 * Converts messages of LangChain to messages, one for each. What a message has no place for is kept in its provider
 * options, and `fromMessages` returns the same messages; an artifact has to be plain JSON for that.
 *
 * @throws LamellaError `OPTION_INVALID` for a value that is not a list
 * @example
 * toMessages([new HumanMessage('Hello')]) // [{ role: 'user', content: 'Hello' }]
 */
export function toMessages(messages: readonly BaseMessage[]): Message[] {
  const checks = { messages: (value: unknown) => (Array.isArray(value) ? undefined : 'must be a list of messages') }
  checkOptions('toMessages', { messages }, checks, ['messages'])
  return messages.map((given) => converted(formOf(messageOf(given))))
}

/** LangChain takes texts, `['human', text]` and `{ role, content }` wherever it takes messages; its types of a state do not. */
export function messageOf(given: BaseMessage): BaseMessage {
  if (typeof Object(given).type === 'string') return given
  try {
    return coerceMessageLikeToMessage(given)
  } catch (cause) {
    const fix = 'Pass messages of LangChain, texts, pairs of a role and a text, or objects { role, content }.'
    throw new LamellaError({
      code: 'OPTION_INVALID',
      what: 'A value among the messages is not a message.',
      fix,
      details: { what: 'toMessages', option: 'messages' },
      cause,
    })
  }
}

/**
 * Converts messages without the fields that no model is sent: LangChain names messages anew in each invocation, and what is
 * known of an answer may get lost in a checkpoint, but neither changes what a request repeats.
 */
export function toSentMessages(messages: readonly BaseMessage[]): Message[] {
  return messages.map((given) => converted(formOf(messageOf(given), sent)))
}

function converted(form: HostForm): Message {
  const message = readMessage(form)
  if (canonical(formOf(written(message))) === canonical(form)) return message
  const folded = foldTexts(form, message.content, own)
  const isWhole = canonical(unfoldTexts(folded, message.content, own)) === canonical(form)
  return { ...message, providerOptions: { [own]: { form: { ...(isWhole ? folded : form) } } } }
}

/**
 * Converts messages to those of LangChain: those that came from it with what has changed since, others to new ones. Each result of
 * a tool becomes a message.
 *
 * @throws LamellaError `MESSAGE_INVALID`
 */
export function fromMessages(messages: readonly Message[]): BaseMessage[] {
  return checkMessages(messages, 'messages')
    .flatMap(resultsOf)
    .map((message) => {
      const { form: kept } = (message.providerOptions?.[own] ?? {}) as { readonly form?: HostForm }
      if (!isObject(kept)) return written(message)
      const form = unfoldTexts(kept, message.content, own)
      if (!isOf(form, message)) return written(message)
      if (isSameContent(readMessage(form).content, message.content, own)) return made(form)
      const { content, ...others } = formOf(written(message))
      return made({ ...form, ...others, content })
    })
}

/** A message of LangChain has one result; stand-ins and other hosts put several into one. Approvals are for the application. */
function resultsOf(message: Message): readonly Message[] {
  if (message.role !== 'tool') return [message]
  const results = message.content.filter((part) => part.type === 'tool-result')
  return results.length === 1 ? [message] : results.map((part) => ({ role: 'tool', content: [part] }))
}

/** Whether a form is of the role of its message. Models of LangChain send some fields of it as they are. */
function isOf(form: HostForm, { role }: Message): boolean {
  const { content, tool_calls: _, artifact: __, role: ___, ...others } = form
  // A reference to a text that the message does not have.
  if (typeof content !== 'string' && !Array.isArray(content)) return false
  if (roleOf(form) !== role) return false
  return role === 'system' || (role === 'user' ? !namesSystemRole(others) : !namesSystemRole([others, content]))
}

/** Empty fields count as missing: LangChain adds them to what it reads. */
function formOf(message: BaseMessage, names: readonly string[] = fields): HostForm {
  const all = message as object as Readonly<Record<string, unknown>>
  const filled = names.flatMap((field): [string, unknown][] => {
    const value = all[field]
    const isEmpty =
      typeof value === 'object' && value !== null && field !== 'content' && Object.keys(value).length === 0
    return value === undefined || isEmpty ? [] : [[field, value]]
  })
  return JSON.parse(JSON.stringify(Object.fromEntries(filled))) as HostForm
}

/** Creates a message from its fields. */
function made(form: HostForm): BaseMessage {
  const { type, ...given } = form
  const fields = given as object
  switch (type) {
    case 'ai':
      return new AIMessage(fields)
    case 'tool':
      return new ToolMessage(fields as ConstructorParameters<typeof ToolMessage>[0])
    case 'system':
      return new SystemMessage(fields)
    case 'human':
      return new HumanMessage(fields)
    default:
      return new ChatMessage(fields as { content: string; role: string })
  }
}

/** Creates a message from one that came from elsewhere. */
function written({ role, content }: Message): BaseMessage {
  switch (role) {
    case 'system':
      return new SystemMessage(content)
    case 'user':
      return new HumanMessage(typeof content === 'string' ? content : { content: content.map((part) => blockOf(part)) })
    case 'tool': {
      const [result] = content.filter((part) => part.type === 'tool-result')
      const { toolCallId = '', toolName = '', output = { type: 'text', value: '' } } = result ?? {}
      const status = output.type.startsWith('error') ? { status: 'error' as const } : {}
      return new ToolMessage({ content: outputOf(output), tool_call_id: toolCallId, name: toolName, ...status })
    }
    case 'assistant':
      return writtenAnswer(typeof content === 'string' ? [{ type: 'text', text: content }] : content)
    default:
      return role satisfies never
  }
}

function writtenAnswer(parts: readonly AssistantPart[]): AIMessage {
  const calls = parts.flatMap((part) =>
    part.type === 'tool-call' && !part.providerExecuted
      ? [
          {
            type: 'tool_call' as const,
            id: part.toolCallId,
            name: part.toolName,
            args: isObject(part.input ?? {}) ? { ...(part.input as object) } : { rawInvalidInput: part.input },
          },
        ]
      : [],
  )
  const said = parts.filter(
    (part) => part.type === 'text' || part.type === 'reasoning' || (part.type === 'tool-call' && part.providerExecuted),
  )
  const isText = said.every(({ type }) => type === 'text') && said.length < 2
  const content = isText
    ? said.map((part) => (part.type === 'text' ? part.text : '')).join('')
    : said.map((part) => blockOf(part))
  return new AIMessage({ content, ...(calls.length > 0 && { tool_calls: calls }) })
}

type Block = { type: string } & Record<string, unknown>

function blockOf(part: Exclude<Message['content'], string>[number]): Block {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image':
    case 'file': {
      const data = part.type === 'image' ? part.image : part.data
      const mimeType = part.mediaType ?? 'image/png'
      const isUrl = data instanceof URL || (typeof data === 'string' && /^https?:/.test(data))
      return { type: part.type, ...(isUrl ? { url: String(data) } : { data }), mimeType }
    }
    case 'reasoning': {
      const { signature, redactedData: data } = part.providerOptions?.['anthropic'] ?? {}
      if (data !== undefined) return { type: 'redacted_thinking', data }
      return signature === undefined
        ? { type: 'reasoning', reasoning: part.text }
        : { type: 'thinking', thinking: part.text, signature }
    }
    case 'tool-call':
      // A block that a provider has made, which its model sends as it is.
      return namesSystemRole(part.input) ? { type: 'text', text: JSON.stringify(part.input) } : (part.input as Block)
    case 'tool-result':
    case 'tool-approval-request':
    case 'tool-approval-response':
      return { type: 'text', text: '' }
    default:
      return part satisfies never
  }
}

function outputOf(output: ToolOutput): string | Block[] {
  switch (output.type) {
    case 'content':
      return output.value.map((piece): Block => {
        if (piece.type === 'text') return { type: 'text', text: piece.text }
        const {
          type,
          providerOptions: _,
          ...rest
        } = piece as { type: string; providerOptions?: unknown; mediaType?: string }
        return {
          type: type.startsWith('image') ? 'image' : 'file',
          ...rest,
          ...(rest.mediaType && { mimeType: rest.mediaType }),
        }
      })
    case 'execution-denied':
      return output.reason ?? 'The call was denied.'
    case 'text':
    case 'error-text':
      return output.value
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value)
    default:
      return output satisfies never
  }
}
