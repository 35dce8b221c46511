import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuiltContext, createContext, type Message, type RunState, type ToolDefinition } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { recordTo } from '@lamella/inspector/node'
import { history, memory, message, system } from '@lamella/layers'
import { duration } from './measure.ts'
import { ratioClaim, type Section } from './section.ts'

/** Messages of the conversation before the first build, and builds of a conversation. */
const before = 60
const builds = 20
const rounds = 200

const memories = Array.from({ length: 20 }, (_, index) => ({
  id: `m${index}`,
  text: `Fact ${index} of the team: the launch moved, the budget is ${index} thousand and Ada writes the notes.`,
}))
const tools = Array.from(
  { length: 10 },
  (_, index): ToolDefinition => ({
    name: `tool_${index}`,
    description: `Looks up the state of part ${index} of the launch, and who is responsible for it.`,
    inputSchema: {
      type: 'object',
      properties: { part: { type: 'string', description: 'Its name' }, since: { type: 'string', format: 'date' } },
      required: ['part'],
    },
  }),
)
const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const

/** Measures the CPU of builds that are recorded in a file, and of the same builds that are not. */
export async function recording(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'lamella-bench-'))
  const full = recorder(recordTo(join(folder, 'full.jsonl')))
  const hashes = recorder(recordTo(join(folder, 'hashes.jsonl')), { texts: 'hashes' })
  const some = recorder(recordTo(join(folder, 'some.jsonl')), { every: 100 })
  const plain = createContext()
    .use([system({ prompt: 'You help a small team. '.repeat(40) }), history(), message()])
    .use([memory({ source: { entries: () => ({ entries: memories }) } })])
    .tools(tools)
    .budget({ window: 128_000, reserve: 4_000 })
  const ways = {
    without: { builder: plain.tools([]), flush: async () => {} },
    'a second time': { builder: plain.tools([]), flush: async () => {} },
    'with `recordTo`': { builder: plain.observe(full), flush: () => full.flush() },
    'with `recordTo`, hashes': { builder: plain.observe(hashes), flush: () => hashes.flush() },
    'with `recordTo`, one of 100': { builder: plain.observe(some), flush: () => some.flush() },
  }
  const samples = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
  const all = Object.entries(ways)
  let turn = 0
  for (let round = -rounds / 10; round < rounds; round++) {
    const first = (round + rounds) % all.length
    for (const [name, { builder, flush }] of [...all.slice(first), ...all.slice(0, first)]) {
      const session = Array.from({ length: before }, (_, index) => messageAt(turn, index))
      turn++
      const start = process.cpuUsage()
      await converse(session, (request) => builder.build(request))
      await flush()
      const { user, system: kernel } = process.cpuUsage(start)
      if (round >= 0) samples.get(name)?.push((user + kernel) / 1_000 / builds)
    }
  }
  rmSync(folder, { recursive: true })
  const median = (name: string): number => {
    const sorted = (samples.get(name) ?? []).toSorted((a, b) => a - b)
    return sorted[sorted.length >> 1] ?? Number.NaN
  }
  const base = median('without')
  const more = (name: string): string => `${(100 * (median(name) / base - 1)).toFixed(1)} %`
  const recorded = median('with `recordTo`, one of 100')
  return {
    title: 'Recording builds',
    about:
      `CPU of a build (user and system, with collector, compiler and the writing of the file) in a conversation of ${before} ` +
      `messages that grows by an exchange for each of ${builds} builds, with a run, ${memories.length} memories and ` +
      `${tools.length} tools, everything in memory. Builders take turns, a new conversation each time; the median of ` +
      `${rounds} turns counts. A second builder without a recorder shows the error of the measurement.`,
    table: [['', 'a build', 'more than without'], ...all.map(([name]) => [name, duration(median(name)), more(name)])],
    claims: [
      ratioClaim(
        'recording one build of 100 adds at most 5 % to the CPU of builds',
        recorded / base,
        recorded <= 1.05 * base,
        more('with `recordTo`, one of 100'),
      ),
    ],
  }
}

async function converse(
  start: readonly Message[],
  build: (request: {
    scope: typeof scope
    session: readonly Message[]
    message: string
    run?: RunState
  }) => Promise<BuiltContext>,
): Promise<void> {
  let session = start
  let run: RunState | undefined
  for (let index = 0; index < builds; index++) {
    const question = contentOf(start.length + 2 * index)
    const made: BuiltContext = await build({ scope, session, message: question, ...(run && { run }) })
    run = made.run
    session = [...session, { role: 'user', content: question }, messageAt(index, session.length + 1)]
  }
}

function messageAt(turn: number, index: number): Message {
  const content = `${contentOf(index)} (${turn})`
  return index % 2 === 0 ? { role: 'user', content } : { role: 'assistant', content }
}

function contentOf(index: number): string {
  return `Message ${index}: we talked about the launch, the budget and who writes the notes, and what comes after it.`
}
