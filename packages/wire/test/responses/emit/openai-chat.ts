import type { ChatCompletion, ChatCompletionMessage } from 'openai/resources/chat/completions'
import { type Emitted, interleave, piecesOf, type Random } from './emitter.ts'

/** A message with the reasoning that servers add to it. */
type ChatMessage = ChatCompletionMessage & { readonly reasoning_content?: string }

/**
 * Sends a completion in chunks, as the API reference of OpenAI says: a first chunk with the role, deltas of texts and of
 * arguments by index, a chunk with the finish reason, a chunk with the usage and no choices, `[DONE]`.
 */
export function emitOpenAIChat(body: ChatCompletion, random: Random): Emitted[] {
  const { choices, usage, object: _, ...base } = body
  const chunk = (more: object): Emitted => ({ data: { ...base, object: 'chat.completion.chunk', ...more } })
  const ofChoices = choices.map(({ index, message, finish_reason: reason }) => {
    const deltas = deltasOf(message, random).map((delta) => ({ index, delta, finish_reason: null, logprobs: null }))
    return [...deltas, { index, delta: {}, finish_reason: reason, logprobs: null }]
  })
  return [
    ...interleave(ofChoices, random).map((choice) => chunk({ choices: [choice], usage: null })),
    ...(usage === undefined ? [] : [chunk({ choices: [], usage })]),
    { data: '[DONE]' },
  ]
}

function deltasOf(message: ChatMessage, random: Random): object[] {
  const { role, content, refusal, reasoning_content: reasoning, tool_calls: calls = [] } = message
  const texts = (name: string, text: string | null | undefined): object[] =>
    typeof text === 'string' ? piecesOf(text, random).map((piece) => ({ [name]: piece })) : []
  return [
    { role, content: content === null ? null : '' },
    ...texts('reasoning_content', reasoning),
    ...texts('content', content),
    ...texts('refusal', refusal),
    ...calls.flatMap((call, index) => {
      if (call.type === 'custom') {
        const { name, input } = call.custom
        const first = { index, id: call.id, type: call.type, custom: { name, input: '' } }
        return [first, ...piecesOf(input, random).map((piece) => ({ index, custom: { input: piece } }))].map(inCalls)
      }
      const { name, arguments: text } = call.function
      const first = { index, id: call.id, type: call.type, function: { name, arguments: '' } }
      return [first, ...piecesOf(text, random).map((piece) => ({ index, function: { arguments: piece } }))].map(inCalls)
    }),
  ]
}

function inCalls(call: object): object {
  return { tool_calls: [call] }
}
