import { isLamellaError, type Message, type Part, type RepairPolicy } from '@lamella/core'
import { pairTools, repairTexts } from '@lamella/core/plugin'
import { alternatePlaced } from '../messages/ensure-alternating.ts'
import { mergePlaced } from '../messages/merge-consecutive.ts'
import type { PlacedMessages } from '../messages/placed-messages.ts'
import { wireError } from './errors.ts'
import { at, type Ledger, mend } from './ledger.ts'
import type { WireOptions } from './options.ts'
import { type Turn, turnsOf } from './turns.ts'

/** What to prepare before messages are written. */
export interface PrepareOptions {
  readonly repair: WireOptions['repair'] | undefined
  readonly separator: string | undefined
  /** Set here if the format joins nothing itself. Paths of losses then count parts from the first joined message. */
  readonly merge: boolean
  readonly alternate: boolean
}

/**
 * Returns the turns of a conversation in the form that every provider accepts: each call with its result, each result
 * with its call, according to the request's policy. Complete turns are used unchanged, in one pass.
 *
 * @throws LamellaError `WIRE_TOOL_PAIR` if the policy is `fail`
 */
export function prepareTurns(
  ledger: Ledger,
  given: PlacedMessages,
  { repair = {}, separator, merge, alternate }: PrepareOptions,
): readonly Turn[] {
  let placed = given
  let turns = turnsOf(placed.messages, placed.places)
  if (turns === undefined) {
    placed = repairPairs(ledger, placed, repair)
    turns = turnsOf(placed.messages, placed.places)
  }
  if (turns === undefined) {
    // A call that awaits approval has no result yet, and a request cannot represent waiting.
    placed = repairPairs(ledger, withoutApprovals(placed), repair)
    // Never unpaired as long as calls are paired here as in the core.
    turns = turnsOf(placed.messages, placed.places) ?? notPaired(0)
  }
  if (!merge && !alternate) return turns
  const options = separator === undefined ? {} : { separator }
  const arranged = (alternate ? alternatePlaced : mergePlaced)(placed, options, (code, place, message) => {
    mend(at(ledger, 'messages', place), code, message)
  })
  return arranged === placed ? turns : (turnsOf(arranged.messages, arranged.places) ?? turns)
}

/** Delegates to the core, with each message as a fragment whose id is its path. */
function repairPairs(ledger: Ledger, { messages, places }: PlacedMessages, policy: RepairPolicy): PlacedMessages {
  const fragments = messages.map((message, at) => ({ id: String(places?.[at] ?? at), content: [message] }))
  const { fragments: paired, repairs } = pairOrFail(fragments, policy)
  for (const { fragment, repair, id } of repairs) {
    const what = `Tool calls were paired: ${repairTexts[repair]} ('${id}').`
    mend(at(ledger, 'messages', Number(fragment)), 'tool-pair', what)
  }
  const list = paired as readonly { readonly id: string; readonly content: readonly Message[] }[]
  return {
    messages: list.flatMap(({ content }) => content),
    places: list.flatMap(({ id, content }) => content.map(() => Number(id))),
  }
}

function pairOrFail(fragments: Parameters<typeof pairTools>[1], policy: RepairPolicy): ReturnType<typeof pairTools> {
  try {
    return pairTools('messages', fragments, policy)
  } catch (cause) {
    if (!isLamellaError(cause, 'TOOL_PAIR_BROKEN')) throw cause
    return notPaired(Number(cause.details.fragment), cause.details.toolCallId, cause)
  }
}

function notPaired(index: number, toolCallId = '', cause?: unknown): never {
  throw wireError(
    'WIRE_TOOL_PAIR',
    `A tool call and its result do not match at messages[${index}]: ${JSON.stringify(toolCallId)}.`,
    'Complete the history, or choose another policy with repair: { missingResult, orphanResult }.',
    { index, toolCallId },
    cause,
  )
}

/** Drops approval requests and responses meant for the application. Those of a provider stay. */
function withoutApprovals({ messages, places }: PlacedMessages): PlacedMessages {
  const kept = messages.map((message): Message => {
    if (typeof message.content === 'string') return message
    const parts = message.content as readonly Part[]
    const ran = new Set<string>()
    for (const part of parts) if (part.type === 'tool-call' && part.providerExecuted) ran.add(part.toolCallId)
    const content = parts.filter((part) => {
      if (part.type === 'tool-approval-request') return ran.has(part.toolCallId)
      return part.type !== 'tool-approval-response' || part.providerExecuted === true
    })
    return content.length === parts.length ? message : ({ ...message, content } as Message)
  })
  return { messages: kept, places }
}
