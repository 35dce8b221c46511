import { createEstimator, type Message } from '@lamella/core'
import { createCounter, defaultFraming } from '@lamella/core/plugin'
import type { RetentionConversation, RetentionStrategy } from '../../src/retention/index.ts'

export const counter = createCounter(createEstimator(), defaultFraming)

/** A conversation of turns with a question, a call, its result and an answer. */
export function conversationOf(turns: number): RetentionConversation {
  const messages = Array.from({ length: turns }, (_, turn): readonly Message[] => {
    const [toolCallId, toolName] = [`c${turn}`, 'look_up']
    const value =
      turn % 2 === 0 ? JSON.stringify({ order: turn, status: 'open' }) : `order ${turn}\nstatus open\nno remarks`
    return [
      { role: 'user', content: `Question ${turn}: how are things with my order?` },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: { order: turn } }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }] },
      { role: 'assistant', content: `Answer ${turn}: it is on its way, as it has been for a while.` },
    ]
  }).flat()
  return { name: `of ${turns} turns`, system: 'You help.', tools: [], messages }
}

const prompt = ({ system, memory }: Parameters<RetentionStrategy>[0]): string =>
  [system, ...memory.map(({ text }) => text)].join('\n')

export const keepsEverything: RetentionStrategy = (task) => async (messages) => ({
  system: [{ role: 'system', content: prompt(task) }],
  messages,
})

export const dropsEverything: RetentionStrategy =
  ({ system }) =>
  async (messages) => ({
    system: [{ role: 'system', content: system }],
    messages: [{ role: 'user', content: `${messages.length} messages were dropped.` }],
  })

export const sendsNothing: RetentionStrategy = () => async () => undefined
