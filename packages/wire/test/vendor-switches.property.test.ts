import type { Message, UserMessage } from '@lamella/core'
import { prefixServer } from '@lamella/testkit'
import { encodeAnthropic, fromAnthropic } from '@lamella/wire/anthropic'
import { encodeBedrockConverse, fromBedrockConverse } from '@lamella/wire/bedrock-converse'
import { encodeGemini, fromGemini } from '@lamella/wire/gemini'
import { encodeOpenAIChat, fromOpenAIChat, type WireContext } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses, fromOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate, type WireFormat } from '@lamella/wire/validate'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

// At least 5,000 conversations over all pairs: LAMELLA_RUNS=5000.
const conversations = Number(process.env['LAMELLA_RUNS'] ?? 200)

/** What a model says: a text, or calls. */
interface Said {
  readonly calls: number
  readonly text: boolean
}

/** A vendor's API, whose answers have thoughts that only it can read. */
interface Vendor {
  readonly format: WireFormat
  /** Encodes a request, and answers it. Checks the thoughts in it. */
  ask(context: WireContext, said: Said): { readonly request: object; readonly answer: readonly Message[] }
  /** How many thoughts of its own a request has. */
  thoughtsIn(request: object): number
}

const input = { at: 1 }

const count = (request: object, pattern: RegExp): number => [...JSON.stringify(request).matchAll(pattern)].length

/** Creates the APIs of one conversation. */
function vendorsOf(): readonly Vendor[] {
  let number = 0
  const claude = prefixServer('anthropic')
  const gpt = prefixServer('openai-responses')
  return [
    {
      format: 'openai-chat',
      ask: (context, { calls, text }) => {
        const { request } = encodeOpenAIChat(context, { model: 'gpt-6.1-sol' })
        const tool_calls = Array.from({ length: calls }, () => {
          return {
            id: `call_${++number}`,
            type: 'function',
            function: { name: 'look', arguments: JSON.stringify(input) },
          }
        })
        const content = text || calls === 0 ? 'Said.' : null
        return {
          request,
          answer: fromOpenAIChat([{ role: 'assistant', content, ...(calls > 0 && { tool_calls }) }]),
        }
      },
      // The API takes none back.
      thoughtsIn: () => 0,
    },
    {
      format: 'openai-responses',
      ask: (context, { calls, text }) => {
        const { request } = encodeOpenAIResponses(context, { model: 'gpt-6.2-sol', store: false })
        const reply = gpt.send(request)
        expect(reply).toMatchObject({ status: 200, invalid: [] })
        const [thought] = (reply.body as { output: object[] }).output
        const said = { type: 'output_text', text: 'Said.', annotations: [] }
        const items = Array.from({ length: calls }, () => {
          const id = ++number
          return { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, name: 'look', arguments: '{"at":1}' }
        })
        const message = {
          type: 'message',
          id: `msg_${++number}`,
          role: 'assistant',
          status: 'completed',
          content: [said],
        }
        return {
          request,
          answer: fromOpenAIResponses([thought, ...(text || calls === 0 ? [message] : []), ...items]),
        }
      },
      thoughtsIn: (request) => count(request, /"encrypted_content"/g),
    },
    {
      format: 'anthropic',
      ask: (context, { calls, text }) => {
        const { request } = encodeAnthropic(context, { model: 'claude-opus-5-5' })
        const reply = claude.send(request)
        expect(reply).toMatchObject({ status: 200, invalid: [] })
        const [thought] = (reply.body as { content: object[] }).content
        const uses = Array.from({ length: calls }, () => ({
          type: 'tool_use',
          id: `toolu_${++number}`,
          name: 'look',
          input,
        }))
        const said = text || calls === 0 ? [{ type: 'text', text: 'Said.' }] : []
        return { request, answer: fromAnthropic([{ role: 'assistant', content: [thought, ...said, ...uses] }]) }
      },
      thoughtsIn: (request) => count(request, /"type":"thinking","thinking"/g),
    },
    {
      format: 'gemini',
      ask: (context, { calls, text }) => {
        const { request } = encodeGemini(context, { model: 'gemini-4-neon' })
        const thoughtSignature = btoa(`secret-gemini-${++number}.`)
        const parts = [
          ...(text || calls === 0 ? [{ text: 'Said.', ...(calls === 0 && { thoughtSignature }) }] : []),
          ...Array.from({ length: calls }, (_, index) => {
            return { functionCall: { name: 'look', args: input }, ...(index === 0 && { thoughtSignature }) }
          }),
        ]
        return { request, answer: fromGemini([{ role: 'model', parts }]) }
      },
      thoughtsIn: (request) => count(request, new RegExp(btoa('secret-gemini-').slice(0, 16), 'g')),
    },
    {
      format: 'bedrock-converse',
      ask: (context, { calls, text }) => {
        const { request } = encodeBedrockConverse(context, { model: 'anthropic.claude-opus-5-5-v1:0' })
        const signature = `secret-bedrock-converse-${++number}`
        const uses = Array.from({ length: calls }, () => {
          return { toolUse: { toolUseId: `tooluse_${++number}`, name: 'look', input } }
        })
        const said = text || calls === 0 ? [{ text: 'Said.' }] : []
        const content = [{ reasoningContent: { reasoningText: { text: 'Hm.', signature } } }, ...said, ...uses]
        return { request, answer: fromBedrockConverse([{ role: 'assistant', content }]) }
      },
      thoughtsIn: (request) => count(request, /secret-bedrock-converse/g),
    },
  ]
}

const look = {
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object', properties: { at: { type: 'number' } } },
} as const
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const said = fc.record({ calls: fc.integer({ min: 0, max: 3 }), text: fc.boolean() })
const turn = fc.record({
  rounds: fc.array(said, { maxLength: 2 }),
  image: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  fails: fc.boolean(),
  // Whether the next vendor gets the results of the last calls: the tool loop goes on with it.
  open: fc.boolean(),
})
type Turn = typeof turn extends fc.Arbitrary<infer Value> ? Value : never
/** What is said to one vendor, then to the other, then to the first again. */
const parts = fc.tuple(...([1, 2, 3] as const).map(() => fc.array(turn, { minLength: 1, maxLength: 3 })))

/** A turn whose calls the next vendor gets the results of. */
const asked: Turn = { rounds: [{ calls: 1, text: false }], image: false, fails: false, open: true }

const names: readonly WireFormat[] = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock-converse']
const pairs = names.flatMap((first) => names.flatMap((other) => (first === other ? [] : [[first, other] as const])))

describe('a conversation that another vendor goes on with, and the first again', () => {
  test.for(pairs)('%s, %s: is valid, and has its own thoughts back', ([first, other]) => {
    let back = 0
    let inLoops = 0
    fc.assert(
      fc.property(parts, (lists) => {
        const vendors = new Map(vendorsOf().map((vendor) => [vendor.format, vendor]))
        const own = new Map<WireFormat, number>()
        let messages: readonly Message[] = []
        for (const [index, turns] of lists.entries()) {
          const vendor = vendors.get(index === 1 ? other : first) as Vendor
          for (const [at, each] of turns.entries()) {
            const isInLoop = at === 0 && messages.at(-1)?.role === 'tool'
            if (!isInLoop) messages = [...messages, questionOf(each)]
            else inLoops++
            const rounds = each.rounds.filter(({ calls }) => calls > 0)
            const isLeftOpen = each.open && rounds.length > 0 && at === turns.length - 1
            for (const one of isLeftOpen ? rounds : [...rounds, { calls: 0, text: true }]) {
              const context = {
                messages: [...messages],
                system: [{ role: 'system' as const, content: 'Be kind.' }],
                tools: [look],
                parameters: { maxOutputTokens: 100 },
              }
              const { request, answer } = vendor.ask(context, one)
              expect(validate(vendor.format, request).filter(({ level }) => level === 'error')).toEqual([])
              // All that it has said before, and nothing of the other.
              expect(vendor.thoughtsIn(request)).toBe(own.get(vendor.format) ?? 0)
              for (const stranger of vendors.values()) {
                if (stranger !== vendor)
                  expect([stranger.format, stranger.thoughtsIn(request)]).toEqual([stranger.format, 0])
              }
              if (index === 2) back += vendor.thoughtsIn(request)
              if (vendor.format !== 'openai-chat') own.set(vendor.format, (own.get(vendor.format) ?? 0) + 1)
              messages = [...messages, ...answer, ...resultsOf(answer, each)]
            }
          }
        }
      }),
      { numRuns: Math.ceil(conversations / pairs.length) + 1, examples: [[[[asked], [asked], [asked]]]] },
    )
    expect(back > 0).toBe(first !== 'openai-chat')
    expect(inLoops).toBeGreaterThanOrEqual(2)
  })
})

function questionOf({ image }: Turn): UserMessage {
  if (!image) return { role: 'user', content: 'And now?' }
  return {
    role: 'user',
    content: [
      { type: 'text', text: 'See.' },
      { type: 'image', image: pixel, mediaType: 'image/png' },
    ],
  }
}

test.each([
  ['amazon.nova-pro-v1:0', false],
  ['arn:aws:bedrock:us-east-1::foundation-model/openai.gpt-oss-120b-1:0', false],
  ['us.anthropic.claude-opus-5-5-v1:0', true],
  ['arn:aws:bedrock:us-east-1:1234:application-inference-profile/abcd', true],
])('Bedrock: %s has the thoughts of a Claude model before it: %s', (model, has) => {
  const reasoning = { type: 'reasoning' as const, text: 'Hm.', providerOptions: { bedrock: { signature: 'secret-1' } } }
  const messages: Message[] = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: [reasoning, { type: 'text', text: 'Hi.' }] },
    { role: 'user', content: 'And now?' },
  ]
  const { request, losses } = encodeBedrockConverse({ messages }, { model })
  expect(JSON.stringify(request).includes('secret-1')).toBe(has)
  expect(losses.map(({ code }) => code)).toEqual(has ? [] : ['reasoning'])
})

/** The results of the calls of an answer, each in a message of its own. */
function resultsOf(answer: readonly Message[], { fails }: Turn): readonly Message[] {
  return answer.flatMap(({ role, content }): readonly Message[] =>
    role !== 'assistant' || typeof content === 'string'
      ? []
      : content.flatMap((part): Message[] => {
          if (part.type !== 'tool-call') return []
          const { toolCallId, toolName } = part
          const output = fails
            ? { type: 'error-text' as const, value: 'No.' }
            : { type: 'text' as const, value: 'Seen.' }
          return [{ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }]
        }),
  )
}
