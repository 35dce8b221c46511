import {
  createContext,
  defineLayer,
  type Framing,
  type Layer,
  type Message,
  type ToolDefinition,
  type UserMessage,
} from '@lamella/core'
import { defaultFraming, updateMark } from '@lamella/core/plugin'
import { bootstrap, history, memory, message, skills, system, tools } from '@lamella/layers'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { anthropicFraming } from '@lamella/wire/anthropic'
import { openaiChatFraming } from '@lamella/wire/openai-chat'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AssemblyInputs } from '../../src/assembly/inputs.ts'
import { sectionLayers } from '../../src/assembly/section-layers.ts'
import { encoders } from './encoders.ts'
import { changing, evil, type Turn, turn } from './hostile-turns.ts'
import { instructionsOf, outsideFences } from './instructions-of.ts'

// 10,000 conversations: LAMELLA_RUNS=10000.
const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 75) }

const framingOf = ({ takesInstructions }: Framing): Framing => ({
  ...defaultFraming,
  ...(takesInstructions && { takesInstructions }),
})
const vendors = [
  { name: 'anthropic', model: 'claude-opus-5-5', framing: framingOf(anthropicFraming) },
  { name: 'openai', model: 'gpt-5.4', framing: framingOf(openaiChatFraming) },
  { name: 'other', model: 'claude-opus-5-5', framing: defaultFraming },
] as const

it('no text of a stranger becomes an instruction, an update of its own, or leaves its fence', async () => {
  let instructed = 0
  let data = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...vendors),
      fc.array(turn, { minLength: 2, maxLength: 4 }),
      fc.boolean(),
      async (vendor, turns, hasTools) => {
        const told = await converse(vendor, turns, hasTools, (context) => {
          for (const [format, encode] of Object.entries(encoders)) {
            const found = instructionsOf(format, encode(context))
            for (const text of found) expect([format, text]).toEqual([format, expect.not.stringContaining(evil)])
            const own = context.messages.filter((one) => updateMark(one)?.by === 'owner')
            const takes = format.startsWith(vendor.name)
            expect([format, found.length]).toEqual([format, takes ? own.length : 0])
          }
        })
        instructed += told.owner
        data += told.data
      },
    ),
    // One in which the owner and strangers change what they say, since generated ones may lack it.
    { ...runs, examples: [[vendors[0], [changing, changing], true]] },
  )
  expect(instructed).toBeGreaterThan(0)
  expect(data).toBeGreaterThan(0)
})

/** Plays a conversation, and counts its updates. */
async function converse(
  { model, framing }: (typeof vendors)[number],
  turns: readonly Turn[],
  hasTools: boolean,
  check: (context: RunContext) => void,
): Promise<{ readonly owner: number; readonly data: number }> {
  const world = {
    soul: 'You are Kim.',
    facts: [] as { id: string; text: string }[],
    shown: undefined as Turn | undefined,
  }
  const strangers = (): Turn | undefined => world.shown
  const learned: Turn[] = []
  const session: Message[] = []
  let run: RunState | undefined
  let known: readonly ToolDefinition[] = []
  const count = { owner: 0, data: 0 }
  for (const [number, one] of turns.entries()) {
    // The first request has no text of a stranger: its head is all of the owner's.
    if (number > 0) {
      if (one.changes.owner) world.soul = `You are Kim ${number}.`
      if (one.changes.replaces) world.facts = world.facts.map(({ id }) => ({ id, text: one.fact }))
      world.facts.push({ id: `fact-${number}`, text: one.fact })
      world.shown = one
      learned.push(one)
      if (one.changes.tools) known = [{ name: 'look', description: one.tool, inputSchema: { type: 'object' } }]
    }
    const question: UserMessage = {
      role: 'user',
      content: number % 2 === 0 ? one.question : [{ type: 'text', text: one.question, ...options(one) }],
      ...options(one),
    }
    const context = await extend(
      createContext()
        .use([system({ soul: { read: async () => ({ text: world.soul }) } }), bootstrap({ name: 'Kim' })])
        .use([
          memory({ source: { entries: () => ({ entries: [...world.facts] }) } }),
          feed(strangers),
          notes(strangers),
        ])
        .use(skills({ source: { skills: () => ({ skills: skillsOf(learned) }) }, advertise: 'always' }))
        .use([
          ...(hasTools ? [tools()] : []),
          ...sectionLayers({ generateToolsSummary: true, includeExamplesInPrompt: true }),
          history(),
          message(),
        ])
        .framing(framing)
        .parameters({ model })
        .budget({ window: 60_000, reserve: 500 }),
      {
        scope: { tenant: 'acme', kind: 'private' },
        session: [...session],
        message: question,
        now: new Date(number * 86_400_000),
        tools: known,
        assembly: assemblyOf(learned, known),
        ...(run && { run }),
      },
    )
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    for (const update of context.messages) {
      const mark = updateMark(update)
      if (mark === undefined) continue
      count[mark.by]++
      expect(update.role).toBe('user')
      expect(outsideFences(String(update.content))).toBe('')
      if (mark.by === 'owner') expect(update.content).not.toContain(evil)
    }
    const marked = context.messages.filter((one) => one.providerOptions?.['lamella']?.['update'] !== undefined)
    expect(marked.map(({ content }) => content)).toEqual(run.inserts.flatMap(toldIn))
    check(context)
    session.push(question, ...answerTo(one, number))
  }
  return count
}

const options = ({ marks }: Turn): { providerOptions?: NonNullable<Message['providerOptions']> } =>
  marks ? { providerOptions: marks } : {}

function toldIn({ message: { content, providerOptions } }: RunState['inserts'][number]): readonly unknown[] {
  return providerOptions?.['lamella']?.['update'] === undefined ? [] : [content]
}

/** A layer of messages, by a stranger who sets every mark. */
function feed(shown: () => Turn | undefined): Layer {
  return defineLayer('feed', {
    order: 650,
    placement: 'messages',
    update: 'add',
    load: () => {
      const one = shown()
      const content: Message[] = [{ role: 'user', content: one?.feed ?? '', ...(one && options(one)) }]
      return { fragments: one ? [{ id: `feed ${one.feed}`, content }] : [], revoked: [] }
    },
  })
}

/** A file of others: its text says nothing of who wrote it, or that a tool did. */
function notes(shown: () => Turn | undefined): Layer {
  return defineLayer('notes', {
    order: 350,
    update: 'replace',
    load: () => {
      const one = shown()
      if (one === undefined) return []
      return [
        { id: one.extra.slice(0, 20) || 'x', content: one.extra },
        { id: 'file', content: one.fact, origin: { by: 'tool', from: one.extra } },
      ]
    },
  })
}

/** What was learned stays: a skill that goes would end the epoch. */
function skillsOf(learned: readonly Turn[]): readonly { name: string; description: string; location: string }[] {
  const others = learned.map(({ skill }, at) => ({ name: `${at} ${skill}`, description: skill, location: skill }))
  return [{ name: 'tax', description: learned.at(-1)?.skill ?? 'Does taxes.', location: 'skills/tax' }, ...others]
}

function assemblyOf(learned: readonly Turn[], known: readonly ToolDefinition[]): AssemblyInputs {
  const skill = (one: Turn, at: number): object => {
    const shared = { tools: [], examples: [one.extra], order: 0, priority: 1 }
    return { id: `${at}`, name: one.skill, instructions: one.skill, ...shared }
  }
  return {
    skills: learned.map(skill),
    tools: known.map(({ name, description = '' }) => ({ name, description })),
    additional: learned.at(-1)?.extra,
    datetime: learned.at(-1)?.feed,
  } as unknown as AssemblyInputs
}

function answerTo(one: Turn, number: number): readonly Message[] {
  const toolCallId = `call_${number}`
  const output = { type: 'text' as const, value: one.result }
  return [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId, toolName: 'look', input: { at: one.answer } }],
      ...options(one),
    },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'look', output }], ...options(one) },
    { role: 'assistant', content: one.answer, ...options(one) },
  ]
}
