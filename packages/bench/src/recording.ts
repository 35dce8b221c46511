import { join } from 'node:path'
import { createContext, type Message, type ToolDefinition } from '@lamella/core'
import { recorder } from '@lamella/inspector'
import { recordTo } from '@lamella/inspector/node'
import { history, memory, message, system } from '@lamella/layers'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { cpuTime, duration, median } from './measure.ts'
import { atMost, type Claim, type Section } from './section.ts'
import { tempFolder } from './stores/temp-folder.ts'

/** Messages of the conversation before the first build, and builds of a conversation. */
const before = 60
const builds = 20
const rounds = 200

/** Milliseconds of the work between builds of a busy program: about what it takes to record one. */
const busy = 0.5

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
  const folder = tempFolder()
  const full = recorder(recordTo(join(folder.path, 'full.jsonl')))
  const hashes = recorder(recordTo(join(folder.path, 'hashes.jsonl')), { texts: 'hashes' })
  const some = recorder(recordTo(join(folder.path, 'some.jsonl')), { every: 100 })
  const plain = createContext()
    .use([system({ prompt: 'You help a small team. '.repeat(40) }), history(), message()])
    .use([memory({ source: { entries: () => ({ entries: memories }) } })])
    .tools(tools)
    .budget({ window: 128_000, reserve: 4_000 })
  const ways = {
    without: { builder: plain.tools([]), ...idle },
    'a second time': { builder: plain.tools([]), ...idle },
    'without, other work between builds': { builder: plain.tools([]), ...idle, between: parseForAWhile },
    'with `recordTo`': { builder: plain.observe(full), ...idle, flush: () => full.flush() },
    'with `recordTo`, hashes': { builder: plain.observe(hashes), ...idle, flush: () => hashes.flush() },
    'with `recordTo`, one of 100': { builder: plain.observe(some), ...idle, flush: () => some.flush() },
  }
  const samples = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
  const waits = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
  const all = Object.entries(ways)
  let turn = 0
  for (let round = -rounds / 10; round < rounds; round++) {
    // By chance: what a turn leaves to the collector costs the one that follows.
    const order = all.map((way) => ({ way, at: Math.random() })).sort((a, b) => a.at - b.at)
    for (const [name, { builder, flush, between }] of order.map(({ way }) => way)) {
      const session = Array.from({ length: before }, (_, index) => messageAt(turn, index))
      turn++
      const start = cpuTime()
      const waited = await converse(session, between, (request) => extend(builder, request))
      await flush()
      if (round < 0) continue
      samples.get(name)?.push((cpuTime() - start) / builds)
      waits.get(name)?.push(waited / builds)
    }
  }
  folder.remove()
  const took = (of: typeof samples, name: string): number => median(of.get(name) ?? [])
  const ratio = (of: typeof samples, name: string, to = 'without'): number => took(of, name) / took(of, to)
  const more = (of: typeof samples, name: string, to?: string): string =>
    `${(100 * (ratio(of, name, to) - 1)).toFixed(1)} %`
  const claim = (what: string, ofWhat: string, of: typeof samples, name: string, to?: string): Claim =>
    atMost(`recording ${what} adds at most 5 % to the ${ofWhat}`, ratio(of, name, to), 1.05, more(of, name, to))
  const [other, whole, part] = [
    'without, other work between builds',
    'with `recordTo`',
    'with `recordTo`, one of 100',
  ] as const
  return {
    title: 'Recording builds',
    about:
      'CPU time of a build (user and system, with the collector, the compiler and the writing of the file) in a ' +
      `conversation of ${before} messages that grows by an exchange for each of ${builds} builds, with a run, ` +
      `${memories.length} memories and ${tools.length} tools, all in memory. Builders take turns, each with a new ` +
      `conversation; the median of ${rounds} turns counts. After each build the program waits, as it does for a ` +
      "model's answer; that is when a build is recorded. The wait for a build is the time until it resolves. A second " +
      "builder without a recorder shows the error of the measurement. Any work in between empties the processor's " +
      `caches, which slows the next build: the third row parses JSON for ${busy} ms, as long as recording takes.`,
    table: [
      ['', 'CPU of a build', 'more than without', 'wait for a build', 'more than without'],
      ...all.map(([name]) => [name, ...[samples, waits].flatMap((of) => [duration(took(of, name)), more(of, name)])]),
    ],
    claims: [
      claim('every build', 'wait for a build, where the program rests between builds', waits, whole),
      claim('every build', 'wait for a build, where the program is busy in between', waits, whole, other),
      claim('one build of 100', 'CPU of builds', samples, part),
    ],
  }
}

const idle = { flush: async (): Promise<void> => {}, between: (): void => {} }

const parsed = JSON.stringify(memories)
function parseForAWhile(): void {
  const until = performance.now() + busy
  while (performance.now() < until) JSON.parse(parsed)
}

/** Returns how long the builds took until they resolved, in milliseconds. */
async function converse(
  start: readonly Message[],
  between: () => void,
  build: (request: {
    scope: typeof scope
    session: readonly Message[]
    message: string
    run?: RunState
  }) => Promise<RunContext>,
): Promise<number> {
  let session = start
  let run: RunState | undefined
  let waited = 0
  for (let index = 0; index < builds; index++) {
    const question = contentOf(start.length + 2 * index)
    const from = performance.now()
    const made: RunContext = await build({ scope, session, message: question, ...(run && { run }) })
    waited += performance.now() - from
    run = made.run
    // Two turns of the loop: what was put off by one is done.
    await pause()
    between()
    await pause()
    session = [...session, { role: 'user', content: question }, messageAt(index, session.length + 1)]
  }
  return waited
}

function pause(): Promise<void> {
  return new Promise((go) => setImmediate(go))
}

function messageAt(turn: number, index: number): Message {
  const content = `${contentOf(index)} (${turn})`
  return index % 2 === 0 ? { role: 'user', content } : { role: 'assistant', content }
}

function contentOf(index: number): string {
  return `Message ${index}: we talked about the launch, the budget and who writes the notes, and what comes after it.`
}
