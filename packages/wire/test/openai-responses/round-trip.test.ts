import type { Message, ProviderOptions, ToolOutput } from '@lamella/core'
import { encodeOpenAIResponses, fromOpenAIResponses } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { context } from './answers.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)

/** Returns all content of a history, including calls and answers, in order, however it is split into messages. */
function saidIn(messages: readonly Message[]): unknown[] {
  return messages.flatMap((message): unknown[] => {
    if (typeof message.content === 'string')
      return message.content === '' ? [] : [[message.role, message.content, undefined, false]]
    return message.content.flatMap((part): unknown[] => {
      const { providerOptions } = part as { readonly providerOptions?: ProviderOptions }
      const fields = providerOptions?.['openai'] ?? {}
      switch (part.type) {
        case 'text':
          return [[message.role, part.text, fields['phase'], fields['refusal'] === true]]
        case 'reasoning':
          return [['reasoning', fields['itemId'], part.text, fields['reasoningEncryptedContent'] ?? undefined]]
        case 'tool-call':
          // The AI SDK keeps only the id of an OpenAI tool.
          if (part.toolCallId.startsWith('ws_'))
            return [fields['item'] ?? { type: 'item_reference', id: part.toolCallId }]
          // An item contains its own name and type.
          return [fields['item'] ?? ['call', part.toolCallId, part.toolName, jsonOf(part.input)]]
        case 'tool-result':
          if (part.toolCallId.startsWith('ws_')) return []
          return [fields['item'] ?? ['result', part.toolCallId, outputOf(part.output)]]
        case 'tool-approval-response':
          // A program's own requests are not sent to any model.
          return part.providerExecuted ? [['word', part.approvalId, part.approved]] : []
        default:
          return []
      }
    })
  })
}

function jsonOf(value: unknown): unknown {
  return value === undefined ? {} : JSON.parse(JSON.stringify(value))
}

/** Outputs are text in this format, or a list of parts. */
function outputOf(output: ToolOutput): unknown {
  if (output.type === 'json' || output.type === 'error-json') return JSON.stringify(output.value)
  return 'value' in output ? output.value : output.reason
}

test('content that is neither a loss nor a repair round-trips: texts, reasoning, calls, results, recorded items', () => {
  let whole = 0
  fc.assert(
    fc.property(context, ({ messages }) => {
      const value = { messages: [...messages, { role: 'user' as const, content: 'And now?' }] }
      const { request, losses, repairs } = encodeOpenAIResponses(value)
      // Reasoning parts with the same id form one item, wherever they are: separated ones are merged.
      if (losses.length + repairs.length > 0 || hasReasoningApart(value.messages)) return
      whole++
      const again = fromOpenAIResponses(JSON.parse(JSON.stringify(request.input)))
      const [came, went] = [words(saidIn(again)).filter(isSaid), words(saidIn(value.messages))]
      // Results are in the order of their calls, with approval responses after them.
      expect(came.toSorted()).toEqual(went.toSorted())
      expect(came.filter(isModels)).toEqual(went.filter(isModels))
    }),
    { numRuns: numRuns * 5 },
  )
  expect(whole).toBeGreaterThan(0)
})

/** Whether something separates parts of the same reasoning item. */
function hasReasoningApart(messages: readonly Message[]): boolean {
  const seen = new Set<unknown>()
  let last: unknown
  for (const { content } of messages) {
    for (const part of typeof content === 'string' ? [] : content) {
      const { providerOptions } = part as { readonly providerOptions?: ProviderOptions }
      const id = part.type === 'reasoning' ? providerOptions?.['openai']?.['itemId'] : undefined
      if (id !== undefined && id !== last && seen.has(id)) return true
      last = id
      if (id !== undefined) seen.add(id)
    }
  }
  return false
}

/** An approval response adds a reference to its request. */
function isSaid(word: string): boolean {
  return !word.startsWith('{"type":"item_reference","id":"mcpr_')
}

/** Id prefixes of answers from a client or a person. */
function isModels(word: string): boolean {
  return !/^(?:\["(?:result|word)"|\{"type":"\w+_(?:output|response)")/.test(word)
}

/** As JSON: an undefined option equals a missing one. */
function words(said: readonly unknown[]): string[] {
  return said.map((value) => JSON.stringify(value))
}
