import type { BuiltContext, CutReason, Message } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
import { prefixServer } from '@lamella/testkit'
import { toAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encoders } from './encoders.ts'
import { playRun, type Sent, type Setting, type Step, type Vendor } from './play-run.ts'

// 20,000 runs: LAMELLA_RUNS=20000.
const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) }

const turn = fc.record({
  kind: fc.constant('turn' as const),
  words: fc.integer({ min: 0, max: 60 }),
  rounds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
  end: fc.constantFrom(
    'answered' as const,
    'answered' as const,
    'answered' as const,
    'unanswered' as const,
    'open-call' as const,
    'approved' as const,
    'ignored' as const,
  ),
  image: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
})
const change = fc.constantFrom(
  ...([
    'remember',
    'remember',
    'forget',
    'forget',
    'rewrite',
    'skill',
    'instructions',
    'tools',
    'model',
    'group',
    'cut',
  ] as const),
)
const past = fc.record({
  kind: fc.constantFrom('edit' as const, 'fork' as const, 'summary' as const),
  share: fc.double({ min: 0, max: 0.99, noNaN: true }),
})
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { arbitrary: turn, weight: 6 },
    { arbitrary: change.map((kind) => ({ kind })), weight: 3 },
    { arbitrary: past, weight: 1 },
  ),
  { minLength: 1, maxLength: 25 },
)
const settings = (least: number, most: number): fc.Arbitrary<Setting> =>
  fc.record({
    window: fc.integer({ min: least, max: most }),
    maxMessages: fc.option(fc.integer({ min: 12, max: 40 }), { nil: undefined, freq: 3 }),
    reminder: fc.constantFrom('none' as const, 'none' as const, 'fixed' as const, 'changing' as const),
    isFlaky: fc.boolean(),
    vendor: fc.constantFrom('other', 'anthropic', 'openai', 'anthropic-tools'),
  })

type Format = keyof typeof encoders

const said = { kind: 'turn', words: 3, rounds: [], end: 'answered', image: false } as const
/** How each conversation ends: with changes that are told in the middle to some models, and are cuts for others. */
const ending: readonly Step[] = [said, { kind: 'instructions' }, said, { kind: 'tools' }, said]

/** A context without the functions of its report. */
const plain = ({ system, messages, tools, run }: BuiltContext): unknown => ({ system, messages, tools, run })

describe('a run', () => {
  it('G6, G11, G13: repeats each request before in five formats unless it reports a cut, and sends no thinking that the server refuses', async () => {
    let extended = 0
    let thoughts = 0
    const instructed = { anthropic: 0, openai: 0, other: 0, 'anthropic-tools': 0 }
    let retooled = 0
    const reasons = new Map<CutReason, number>()
    await fc.assert(
      fc.asyncProperty(steps, settings(500, 6_000), async (list, setting) => {
        const server = prefixServer('anthropic')
        await playRun([...list, ...ending], setting, (sent) => {
          const { context, again, before, message } = sent
          if (message !== undefined) expect(textsOf(context)).toContain(message.trim())
          expect(plain(again)).toEqual(plain(context))
          const { total, reserve } = context.report.tokens
          expect(total + reserve).toBeLessThanOrEqual(setting.window)
          const cut = context.report.run?.cut
          if (cut) reasons.set(cut.reason, (reasons.get(cut.reason) ?? 0) + 1)
          if (before && !cut) {
            extended++
            expect(context.system).toEqual(before.system)
            expect(context.tools).toEqual(before.tools)
            expect(context.messages.slice(0, before.messages.length)).toEqual(before.messages)
            // Tools that are told in messages are those of the request in formats that take no such message.
            const isRetooled = context.messages.some((one) => updateMark(one)?.tools)
            const formats = isRetooled ? (['anthropic'] as const) : (Object.keys(encoders) as Format[])
            for (const format of formats) expectExtends(format, before, context)
            if (context.report.run?.tools) retooled++
          }
          expect(toolsNow(toAnthropic(context))).toEqual(sent.tools.toSorted())
          instructed[setting.vendor] += instructionsOf(setting.vendor, context)
          // The server signs thinking for Anthropic's models, which bind it.
          if (setting.vendor === 'openai') return []
          const request = toAnthropic(context)
          const previous = before && toAnthropic(before)
          expect(validateAnthropic(request, { previous }).filter(({ level }) => level === 'error')).toEqual([])
          const reply = server.send(request)
          expect(reply).toMatchObject({ status: 200, invalid: [] })
          thoughts += reply.thinking
          const [{ signature }] = (reply.body as { content: [{ signature: string }] }).content
          return [{ type: 'reasoning', text: 'Thought.', providerOptions: { anthropic: { signature } } }]
        })
      }),
      runs,
    )
    expect(extended).toBeGreaterThan(runs.numRuns)
    expect(thoughts).toBeGreaterThan(runs.numRuns)
    expect(instructed.anthropic).toBeGreaterThan(runs.numRuns / 30)
    expect(instructed.openai).toBeGreaterThan(runs.numRuns / 30)
    expect(instructed['anthropic-tools']).toBeGreaterThan(runs.numRuns / 30)
    expect(instructed.other).toBe(0)
    expect(retooled).toBeGreaterThan(runs.numRuns / 30)
    const all: readonly CutReason[] = ['window', 'tools', 'model', 'instructions', 'asked', 'edited', 'revoked']
    for (const reason of all) expect([reason, (reasons.get(reason) ?? 0) > runs.numRuns / 100]).toEqual([reason, true])
  })

  it('G12: tells each present memory exactly once in an epoch, and never one that was erased', async () => {
    await fc.assert(
      fc.asyncProperty(steps, settings(3_000, 8_000), async (list, setting) => {
        // An image takes half of such a window, and then memories give way.
        const without = list.map((step) => (step.kind === 'turn' ? { ...step, image: false } : step))
        await playRun(without, setting, ({ context, memories, erased, message }: Sent) => {
          const text = textsOf(context)
          for (const gone of erased) expect(text).not.toContain(shown(gone))
          const hidden = context.report.layers['memory']?.status !== 'loaded'
          // Updates wait for the tool results.
          if (!hidden && message !== undefined) {
            for (const known of memories.slice(0, 20))
              expect([known, text.split(shown(known)).length]).toEqual([known, 2])
          }
          return []
        })
      }),
      runs,
    )
  })
})

/** Checks that each text of the owner, and nothing else, is a system message in the middle. Returns how many are. */
function instructionsOf(vendor: Vendor, context: BuiltContext): number {
  const own = context.messages.filter((message) => updateMark(message)?.by === 'owner').map(textOf)
  for (const text of own) expect(text).toMatch(/^<context-update layer="system" [^>]*>\nYou are Kim \d+\.\n/)
  for (const [of, encode] of [
    ['anthropic', 'anthropic'],
    ['openai', 'openai-chat'],
  ] as const) {
    const sent = (encoders[encode](context) as { messages: readonly Message[] }).messages
    const begins = sent.findIndex(({ role }) => role !== 'system')
    const told = sent.slice(begins).filter(({ role, content }) => role === 'system' && typeof content === 'string')
    expect(told.map(({ content }) => content)).toEqual(vendor.startsWith(of) ? own : [])
  }
  return own.length
}

/** The names of the tools that a model has after a request of Anthropic. */
function toolsNow(request: object): readonly string[] {
  const { tools = [], messages } = request as {
    readonly tools?: readonly { readonly name: string }[]
    readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  }
  const names = new Set(tools.map(({ name }) => name))
  for (const { role, content } of messages) {
    if (role !== 'system' || !Array.isArray(content)) continue
    for (const { type, tool } of content) {
      if (type === 'tool_removal') names.delete(tool.name)
      if (type === 'tool_addition') names.add(tool.name ?? tool.definition.name)
    }
  }
  return [...names].toSorted()
}

/** Sends both requests to a server that compares them. */
function expectExtends(format: Format, before: BuiltContext, context: BuiltContext): void {
  const server = prefixServer(format, { onMismatch: 'drop' })
  const encode = encoders[format]
  const [first, second] = [encode(withoutThinking(before)), encode(withoutThinking(context))]
  server.send(first)
  const { prefix } = server.send(second)
  expect([
    format,
    prefix?.extends,
    prefix?.brokenAt,
    JSON.stringify([first, second]).slice(0, prefix?.extends ? 0 : 1500),
  ]).toEqual([format, true, undefined, ''])
}

/** The server knows only the thinking that it signed itself. */
function withoutThinking(context: BuiltContext): BuiltContext {
  const messages = context.messages.map((message): Message => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    return { ...message, content: message.content.filter(({ type }) => type !== 'reasoning') }
  })
  return { ...context, messages }
}

function textsOf({ system, messages }: BuiltContext): string {
  return [...system, ...messages].map(textOf).join('\n')
}

function textOf({ content }: Message): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

/** A fact as the system prompt and an update show it. */
function shown(fact: string): string {
  // With the space, so that fact 1 is not found in fact 10.
  return fact.split('</')[0] ?? fact
}
