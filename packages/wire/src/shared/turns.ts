import type { AssistantMessage, Message, SystemMessage, ToolMessage, ToolPart, UserMessage } from '@lamella/core'
import { callsOf, type PairedCall, type Pairing, type PlacedCall, pairCalls, resultsFrom } from './tool-pairs.ts'

/** A message with everything that answers it. Tool messages are part of the assistant's turn before them. */
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
  /** The calls with their results in the message itself (the provider ran them), and what has no counterpart there. */
  readonly inline: Pairing
  /** The tool messages that hold more than results: options of the whole message, or a person's word for the provider. */
  readonly aside: readonly PlacedToolMessage[]
}

interface PlacedToolMessage {
  readonly index: number
  readonly message: ToolMessage
}

/** What there is to pair in a message itself if no provider ran a tool: nothing. */
export const noPairs: Pairing = { pairs: [], open: [], orphans: [] }
const nothingAside: readonly PlacedToolMessage[] = []

/**
 * The turns of a conversation, or `undefined` where a call has no result, or a result no call: that is to be repaired.
 *
 * @param places Where each message stands in `context.messages`. Default: where it stands here.
 */
export function turnsOf(messages: readonly Message[], places?: readonly number[]): readonly Turn[] | undefined {
  const turns: Turn[] = []
  let behindAssistant = false
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as Message
    const index = places?.[at] ?? at
    switch (message.role) {
      case 'user':
        behindAssistant = false
        turns.push({ role: 'user', index, message })
        break
      case 'system':
        behindAssistant = false
        turns.push({ role: 'system', index, message })
        break
      case 'assistant': {
        const turn = assistantTurn(messages, message, at, places)
        if (turn === undefined) return undefined
        behindAssistant = true
        turns.push(turn)
        break
      }
      case 'tool':
        // Those behind an assistant message are looked at with it; an approval of a person is not for models.
        if (behindAssistant) break
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
  const aside = isAnswered ? asideFrom(messages, at + 1, places) : nothingAside
  const { calls, inline } = callsOf(message, index)
  if (inline.length === 0) {
    const { pairs, open, orphans } = pairCalls(calls, results)
    if (orphans.length > 0 || open.some(isClients)) return undefined
    const ran = open.length === 0 ? noPairs : { pairs: [], open, orphans: [] }
    return { role: 'assistant', index, message, pairs, inline: ran, aside }
  }
  const ran = pairCalls(calls, inline)
  const { pairs, open, orphans } = pairCalls(ran.open, results)
  if (orphans.length > 0 || open.some(isClients)) return undefined
  return { role: 'assistant', index, message, pairs, inline: { pairs: ran.pairs, open, orphans: ran.orphans }, aside }
}

function plainTurn(message: AssistantMessage, index: number): AssistantTurn {
  return { role: 'assistant', index, message, pairs: noPairs.pairs, inline: noPairs, aside: nothingAside }
}

/** A person's word for a provider's tool, said later than behind the message that asks: as if the model had said nothing before it. */
function strayTurn(message: ToolMessage, index: number): AssistantTurn {
  return { ...plainTurn({ role: 'assistant', content: [] }, index), aside: [{ index, message }] }
}

/** Whether the program has to answer a call. */
function isClients({ call }: PlacedCall): boolean {
  return call.providerExecuted !== true
}

function asideFrom(
  messages: readonly Message[],
  start: number,
  places: readonly number[] | undefined,
): readonly PlacedToolMessage[] {
  let aside: PlacedToolMessage[] | undefined
  for (let at = start, message = messages[at]; message?.role === 'tool'; message = messages[++at]) {
    const isAside = message.providerOptions !== undefined || message.content.some(isForProvider)
    if (!isAside) continue
    aside ??= []
    aside.push({ index: places?.[at] ?? at, message })
  }
  return aside ?? nothingAside
}

/** Whether a person's word is for a tool that the provider runs. */
export function isForProvider(part: ToolPart): boolean {
  return part.type === 'tool-approval-response' && part.providerExecuted === true
}

function hasResult({ content }: ToolMessage): boolean {
  return content.some((part) => part.type === 'tool-result')
}
