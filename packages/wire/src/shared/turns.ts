import type { AssistantMessage, Message, SystemMessage, ToolMessage, ToolPart, UserMessage } from '@lamella/core'
import { callsOf, type PairedCall, type Pairing, type PlacedCall, pairCalls, resultsFrom } from './tool-pairs.ts'

/** A message and its answers. Tool messages belong to the preceding assistant turn. */
export type Turn = SystemTurn | UserTurn | AssistantTurn

interface SystemTurn {
  readonly role: 'system'
  /** The message, as an index in `context.messages`. */
  readonly index: number
  readonly message: SystemMessage
}

interface UserTurn {
  readonly role: 'user'
  readonly index: number
  readonly message: UserMessage
}

export interface AssistantTurn {
  readonly role: 'assistant'
  readonly index: number
  readonly message: AssistantMessage
  /** The calls that tool messages answer, in the order of the calls. */
  readonly pairs: readonly PairedCall[]
  /** The provider-executed calls with their results in the message itself, and those without a counterpart there. */
  readonly inline: Pairing
  /**
   * The tool messages that hold more than results: options of the whole message, or approval responses for the
   * provider.
   */
  readonly toolExtras: readonly PlacedToolMessage[]
}

interface PlacedToolMessage {
  readonly index: number
  readonly message: ToolMessage
}

/** The pairing of a message without provider-executed tools: empty. */
export const noPairs: Pairing = { pairs: [], open: [], orphans: [] }
const noToolExtras: readonly PlacedToolMessage[] = []

/**
 * Returns the turns of a conversation, or `undefined` if a call has no result or a result has no call, which needs repair.
 *
 * @param places The index of each message in `context.messages`. Default: its index here.
 */
export function turnsOf(messages: readonly Message[], places?: readonly number[]): readonly Turn[] | undefined {
  const turns: Turn[] = []
  let followsAssistant = false
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as Message
    const index = places?.[at] ?? at
    switch (message.role) {
      case 'user':
        followsAssistant = false
        turns.push({ role: 'user', index, message })
        break
      case 'system':
        followsAssistant = false
        turns.push({ role: 'system', index, message })
        break
      case 'assistant': {
        const turn = assistantTurn(messages, message, at, places)
        if (turn === undefined) return undefined
        followsAssistant = true
        turns.push(turn)
        break
      }
      case 'tool':
        // Tool messages after an assistant message are handled with it; approvals are not for models.
        if (followsAssistant) break
        if (hasResult(message)) return undefined
        if (message.content.some(isForProvider)) turns.push(strayTurn(message, index))
        break
      default:
        message satisfies never
    }
  }
  return turns
}

function assistantTurn(
  messages: readonly Message[],
  message: AssistantMessage,
  at: number,
  places: readonly number[] | undefined,
): AssistantTurn | undefined {
  const index = places?.[at] ?? at
  const isAnswered = messages[at + 1]?.role === 'tool'
  if (typeof message.content === 'string' && !isAnswered) return plainTurn(message, index)
  const results = isAnswered ? resultsFrom(messages, at + 1, places) : []
  const toolExtras = isAnswered ? toolExtrasFrom(messages, at + 1, places) : noToolExtras
  const { calls, inline } = callsOf(message, index)
  if (inline.length === 0) {
    const { pairs, open, orphans } = pairCalls(calls, results)
    if (orphans.length > 0 || open.some(isClients)) return undefined
    const ran = open.length === 0 ? noPairs : { pairs: [], open, orphans: [] }
    return { role: 'assistant', index, message, pairs, inline: ran, toolExtras }
  }
  const ran = pairCalls(calls, inline)
  const { pairs, open, orphans } = pairCalls(ran.open, results)
  if (orphans.length > 0 || open.some(isClients)) return undefined
  return {
    role: 'assistant',
    index,
    message,
    pairs,
    inline: { pairs: ran.pairs, open, orphans: ran.orphans },
    toolExtras,
  }
}

function plainTurn(message: AssistantMessage, index: number): AssistantTurn {
  return { role: 'assistant', index, message, pairs: noPairs.pairs, inline: noPairs, toolExtras: noToolExtras }
}

/**
 * An approval response for a provider tool that is not directly after its request: treated as following an empty
 * assistant message.
 */
function strayTurn(message: ToolMessage, index: number): AssistantTurn {
  return { ...plainTurn({ role: 'assistant', content: [] }, index), toolExtras: [{ index, message }] }
}

/** Whether the program has to answer a call. */
function isClients({ call }: PlacedCall): boolean {
  return call.providerExecuted !== true
}

function toolExtrasFrom(
  messages: readonly Message[],
  start: number,
  places: readonly number[] | undefined,
): readonly PlacedToolMessage[] {
  let toolExtras: PlacedToolMessage[] | undefined
  for (let at = start, message = messages[at]; message?.role === 'tool'; message = messages[++at]) {
    const hasExtras = message.providerOptions !== undefined || message.content.some(isForProvider)
    if (!hasExtras) continue
    toolExtras ??= []
    toolExtras.push({ index: places?.[at] ?? at, message })
  }
  return toolExtras ?? noToolExtras
}

export function isForProvider(part: ToolPart): boolean {
  return part.type === 'tool-approval-response' && part.providerExecuted === true
}

function hasResult({ content }: ToolMessage): boolean {
  return content.some((part) => part.type === 'tool-result')
}
