import type { AssistantPart, Message } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import { prefixServer } from '@lamella/testkit'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { anthropicFraming, toAnthropic } from '@lamella/wire/anthropic'
import { describe, expect, it } from 'vitest'
import { callsOf } from '../../src/prefix/calls.ts'
import { noRecordings, type Recording, recordings } from '../../src/prefix/conversations.ts'
import { run } from '../../src/prefix/runs.ts'

/** One conversation of so many is replayed; the nightly run replays all. */
const every = Number(process.env['LAMELLA_EVERY'] ?? 6)

const skipped = noRecordings !== undefined
if (skipped) console.log(`skipped: recorded conversations, since ${noRecordings}`)

describe('recorded conversations in a run, with a signed thought in each answer', () => {
  // A suite without any test would fail.
  if (skipped) {
    it.skip('are never refused', () => {})
    return
  }
  const all = recordings()
  it.each(all.flatMap((recording) => recording.windows.map((window) => ({ recording, window, name: recording.name }))))(
    'are never refused: $name, $window tokens',
    async ({ recording, window, name }) => {
      const tokenizer = await tiktoken('gpt-4o')
      const counter = createCounter(tokenizer, anthropicFraming)
      const seen = { requests: 0, refused: 0, thoughts: 0, overflows: 0 }
      for (const [index, conversation] of recording.conversations.entries())
        if (index % every === 0) await replay(conversation, recording, window)
      console.log(`${name}, ${window}: ${JSON.stringify(seen)}`)
      expect(seen.refused).toBe(0)
      expect(seen.thoughts).toBeGreaterThan(seen.requests)

      async function replay(conversation: readonly Message[], own: Recording, size: number): Promise<void> {
        const server = prefixServer('anthropic')
        const ask = run({ recording: own, window: size, reserve: Math.floor(size / 8), counter })
        const calls = callsOf(conversation)
        const session: Message[] = []
        let call = 0
        for (const [index, message] of conversation.entries()) {
          const { now, notes } = calls[call] ?? {}
          if (message.role !== 'assistant' || index === 0 || !now || notes === undefined) {
            session.push(message)
            continue
          }
          call++
          const context = await ask({ messages: [...session], now, notes })
          if (!context) {
            seen.overflows++
            session.push(withThought(message, undefined))
            continue
          }
          const reply = server.send(toAnthropic({ ...context, parameters: { model: 'claude-opus-5-5' } }) as object)
          seen.requests++
          seen.thoughts += reply.thinking
          if (reply.status !== 200 || reply.invalid.length > 0) seen.refused++
          session.push(withThought(message, reply.body))
        }
      }
    },
  )
})

/** Replaces the thinking of a recorded answer with that which the server signed. */
function withThought(message: Message & { readonly role: 'assistant' }, body: object | undefined): Message {
  const [{ signature } = {}] = (body as { content?: readonly { signature?: string }[] } | undefined)?.content ?? []
  const { content } = message
  const parts: readonly AssistantPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  const others = parts.filter(({ type }) => type !== 'reasoning')
  if (signature === undefined) return { ...message, content: [...others] }
  return {
    ...message,
    content: [{ type: 'reasoning', text: 'Thought.', providerOptions: { anthropic: { signature } } }, ...others],
  }
}
