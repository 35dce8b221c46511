import { createContext, defineLayer, type Layer, type Message } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { history, message } from '@lamella/layers'
import { extend, type RunState } from '@lamella/runs'
import { simple } from '@lamella/tokenizer-heuristic'
import { toOpenAIChat } from '@lamella/wire/openai-chat'

/** A text that is always kept. */
export const rules: Layer = defineLayer('instructions', {
  order: 0,
  priority: 100,
  stability: 'static',
  load: () => [
    {
      id: 'SOUL.md',
      content: `You are the assistant of a small airline. Answer briefly. Ask before you change a booking.\n`.repeat(4),
      pinned: true,
      origin: { by: 'owner', from: 'SOUL.md' },
    },
  ],
})

const topics = ['seats', 'baggage', 'refunds', 'delays', 'meals', 'lounges', 'pets', 'children', 'upgrades', 'miles']

/** Ten memories, each with a shorter form. */
export const memory = (version: string): Layer =>
  defineLayer('memory', {
    order: 20,
    priority: 20,
    stability: 'session',
    budget: { min: 200 },
    load: () =>
      topics.map((topic, rank) => ({
        id: `memory/${topic}`,
        content: `What is known about ${topic} (${version}): the customer asked about ${topic} twice. `.repeat(5),
        shorter: [`The customer asked about ${topic}.`],
        rank,
        origin: { by: 'agent', from: `MEMORY.md#${topic}` },
      })),
  })

/** Six skills. */
export const skills: Layer = defineLayer('skills', {
  order: 30,
  priority: 10,
  stability: 'session',
  load: () =>
    topics.slice(0, 6).map((topic, rank) => ({
      id: `skill/${topic}`,
      content: `Skill ${topic}: how to look up, change and confirm ${topic} step by step. `.repeat(6),
      shorter: [`Skill ${topic}.`],
      rank,
      origin: { by: 'owner', from: `skills/${topic}/SKILL.md` },
    })),
})

/** A conversation with a tool call in every other turn. */
export function conversation(turns: number): readonly Message[] {
  return Array.from({ length: turns }, (_, turn): readonly Message[] => {
    const topic = topics[turn % topics.length] ?? ''
    const question: Message = {
      role: 'user',
      content: `Question ${turn}: what can I do about ${topic} on flight ${turn}?`,
    }
    if (turn % 2 === 0) return [question, { role: 'assistant', content: `Answer ${turn}: you can change ${topic}.` }]
    const toolCallId = `call_${turn}`
    return [
      question,
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: 'look_up', input: { topic, turn } }] },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId,
            toolName: 'look_up',
            output: { type: 'text', value: `Flight ${turn}, ${topic}: confirmed. `.repeat(6) },
          },
        ],
      },
      { role: 'assistant', content: `Answer ${turn}: it is confirmed.` },
    ]
  }).flat()
}

const tools = [
  {
    name: 'look_up',
    description: 'Looks up a booking.',
    inputSchema: { type: 'object', properties: { topic: { type: 'string' }, turn: { type: 'number' } } },
  },
]

/** Records a short run in a small window: it grows, is cut, and a layer changes in between. */
export async function sampleRecording(options: Parameters<typeof recorder>[1] = {}): Promise<readonly string[]> {
  const lines: string[] = []
  const tracer = recorder({ write: (line) => void lines.push(line) }, options)
  const base = createContext().tokenizer(simple()).parameters({ model: 'claude-opus-5-5' }).observe(tracer)
  for (const [index, turns] of [4, 8, 12, 16, 24, 40].entries()) {
    const layers = [rules, memory(index < 3 ? 'spring' : 'summer'), skills, history(), message()]
    await base
      .use(layers)
      .budget({ window: 4_000, reserve: 400 })
      .build({
        scope: { tenant: 'acme', user: 'ada' },
        session: conversation(turns),
        message: `And what about ${topics[turns % topics.length]}?`,
        now: new Date(Date.UTC(2026, 10, 23, 9, turns)),
        tools,
      })
  }
  await tracer.flush()
  return lines
}

/** Records a run in a small window until it is cut; `sent` are the bodies of its requests. */
export async function sampleRun(): Promise<readonly string[]> {
  const lines: string[] = []
  let minute = 0
  const date = (): Date => new Date(Date.UTC(2026, 10, 23, 9, minute++))
  const tracer = recorder({ write: (line) => void lines.push(line) }, { date })
  const builder = createContext()
    .tokenizer(simple())
    .use([rules, history(), message()])
    .parameters({ model: 'gpt-4o' })
    .budget({ window: 1_500, reserve: 100 })
    .observe(tracer)
  let run: RunState | undefined
  for (let turn = 0; turn < 40; turn++) {
    const session = conversation(turn)
    const message = String(conversation(turn + 1)[session.length]?.content)
    const context = await extend(builder, { scope: { tenant: 'acme' }, session, message, ...(run && { run }) })
    const body = toOpenAIChat(context, { model: 'gpt-4o' })
    // The last one was sent with something that Lamella does not know of.
    tracer.sent(context, turn === 39 ? { ...body, user: 'ada' } : body)
    run = context.run
  }
  await tracer.flush()
  return lines
}
