import {
  type Context,
  createContext,
  defineLayer,
  type Fragment,
  type Layer,
  type Message,
  oldestFirst,
  type Part,
  type TextPart,
  type ToolResultPart,
} from '@lamella/core'
import fc from 'fast-check'
import { charTokenizer, framing } from './char-tokenizer.ts'
import { histories } from './histories.ts'

/** A builder whose tokens are characters. */
export const start = (): ReturnType<typeof createContext> => createContext().tokenizer(charTokenizer).framing(framing)

export const scope = { tenant: 'acme', kind: 'private' } as const

const text = fc.string({ minLength: 1, maxLength: 15 })

/** Layers with every possible field, built from generated parts. */
export const layerSets: fc.Arbitrary<readonly Layer[]> = fc
  .tuple(fc.array(systemLayer(), { maxLength: 3 }), fc.array(messageLayer(), { minLength: 1, maxLength: 2 }))
  .map(([system, messages]) => [
    ...system.map((make, index) => make(`system${index}`)),
    ...messages.map((make, index) => make(`messages${index}`)),
  ])

function systemLayer(): fc.Arbitrary<(name: string) => Layer> {
  const fragment = fc.record({
    content: text,
    pinned: fc.boolean(),
    rank: fc.integer({ min: 0, max: 2 }),
    shorter: fc.option(fc.array(fc.string({ maxLength: 6 }), { maxLength: 2 }), { nil: undefined }),
  })
  return fc
    .record({
      fragments: fc.array(fragment, { maxLength: 4 }),
      order: fc.integer({ min: 0, max: 5 }),
      priority: fc.integer({ min: 0, max: 3 }),
      min: fc.integer({ min: 0, max: 20 }),
      wrapped: fc.boolean(),
    })
    .map(({ fragments, order, priority, min, wrapped }) => (name) => {
      const list = fragments.map(
        ({ shorter, ...rest }, index): Fragment => ({ id: `f${index}`, ...rest, ...(shorter ? { shorter } : {}) }),
      )
      return defineLayer(name, {
        order,
        priority,
        budget: { min },
        load: () => list,
        ...(wrapped
          ? { compose: (kept) => `# ${name}\n${kept.map((one) => `* ${String(one.content)}`).join('\n')}` }
          : {}),
      })
    })
}

function messageLayer(): fc.Arbitrary<(name: string) => Layer> {
  return fc
    .record({
      messages: histories(8),
      order: fc.integer({ min: 0, max: 5 }),
      priority: fc.integer({ min: 0, max: 3 }),
      pageOf: fc.integer({ min: 1, max: 4 }),
      late: fc.boolean(),
    })
    .map(({ messages, order, priority, pageOf, late }) => (name) => {
      const list = messages.map((message, index) => ({
        id: `m${index}`,
        content: [message],
        page: Math.floor(index / pageOf),
      }))
      const load = late ? async () => list : () => list
      return defineLayer(name, { order, priority, placement: 'messages', truncation: oldestFirst(), load })
    })
}

/** Recounts the tokens of a context from nothing but the context: uses no code of the planner or the counter. */
export function recount(context: Context): number {
  const texts = context.system.map((part) => part.content)
  const system = texts.length > 0 ? framing.message + texts.join(framing.systemSeparator).length : 0
  return context.messages.reduce((sum, message) => sum + messageCost(message), framing.request + system)
}

function messageCost(message: Message): number {
  if (typeof message.content === 'string') return framing.message + message.content.length
  if (message.role === 'tool') {
    return message.content.reduce((sum, part) => {
      return part.type === 'tool-result' ? sum + framing.message + resultCost(part) : sum
    }, 0)
  }
  return (message.content as readonly Part[]).reduce((sum, part) => {
    if (part.type === 'tool-approval-request') return sum
    if (part.type === 'tool-result') return sum + resultCost(part)
    if (part.type === 'tool-call') {
      return sum + framing.toolCall + part.toolName.length + JSON.stringify(part.input).length
    }
    return sum + (part as TextPart).text.length
  }, framing.message)
}

function resultCost({ output }: ToolResultPart): number {
  if (output.type === 'execution-denied') return framing.toolResult + (output.reason ?? '').length
  const value = output.type === 'text' || output.type === 'error-text' ? output.value : JSON.stringify(output.value)
  return framing.toolResult + value.length
}
