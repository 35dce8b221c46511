import { type BuildRequest, createContext, type Message } from '@lamella/core'
import { history, memory, message, system } from '@lamella/layers'
import { openTelemetry } from '@lamella/opentelemetry'
import { duration } from './measure.ts'
import { atMost, type Section } from './section.ts'

const rounds = 4_000
/** Milliseconds of a slice. */
const slice = 1

/** Measures what observing a build costs while no SDK of OpenTelemetry is registered. */
export async function observing(): Promise<Section> {
  const small = await compare(60, 0)
  const typical = await compare(200, 100)
  const more = (time: number, { plain }: Times): string => `${(100 * (time / plain - 1)).toFixed(2)} %`
  const row = (what: string, times: Times): readonly string[] => {
    const { plain, again, observed } = times
    return [what, duration(plain), more(again, times), duration(observed), more(observed, times)]
  }
  return {
    title: 'Observing builds while nothing listens',
    about:
      'A build with and without `openTelemetry()`, while no SDK is registered. All but the new message is in memory ' +
      `and already counted. The builders take turns in slices of ${slice} ms, and the lowest decile of ${rounds} ` +
      'slices counts. A second builder without it shows the error of the measurement.',
    table: [
      ['', 'without', 'a second time', 'with', 'more than without'],
      row('60 messages', small),
      row('200 messages, 100 memories', typical),
    ],
    claims: [
      atMost(
        'observing adds less than 1 % to the build of 200 messages while no SDK is registered',
        typical.observed / typical.plain,
        1.01,
        more(typical.observed, typical),
      ),
    ],
  }
}

/** Milliseconds of a build. */
interface Times {
  readonly plain: number
  readonly again: number
  readonly observed: number
}

async function compare(messages: number, memories: number): Promise<Times> {
  const session = Array.from({ length: messages }, (_, index): Message => {
    const content = `Message ${index}: we talked about the launch, the budget and who writes the notes.`
    return index % 2 === 0 ? { role: 'user', content } : { role: 'assistant', content }
  })
  const entries = Array.from({ length: memories }, (_, index) => ({
    id: `m${index}`,
    text: `Fact ${index} of the team.`,
  }))
  const builder = createContext()
    .use([system({ prompt: 'You help a small team.' }), memory({ source: { entries: () => ({ entries }) } })])
    .use([history(), message()])
    .budget({ window: 128_000, reserve: 4_000 })
  const {
    plain = Number.NaN,
    again = Number.NaN,
    observed = Number.NaN,
  } = await lowestDeciles(session, {
    plain: builder.tools([]),
    again: builder.tools([]),
    observed: builder.observe(openTelemetry()),
  })
  return { plain, again, observed }
}

/** Returns the milliseconds of a build by name. */
async function lowestDeciles(
  session: readonly Message[],
  builders: Readonly<Record<string, { build(request: BuildRequest): Promise<unknown> }>>,
): Promise<Readonly<Record<string, number>>> {
  const samples = new Map<string, number[]>(Object.keys(builders).map((name) => [name, []]))
  const all = Object.entries(builders)
  let turn = 0
  for (let round = -rounds / 10; round < rounds; round++) {
    // Each builder is as often the first of a round as the others: what follows a slice of another kind may be slower.
    const first = (round + rounds) % all.length
    for (const [name, builder] of [...all.slice(first), ...all.slice(0, first)]) {
      const start = performance.now()
      let [end, builds] = [start, 0]
      for (; end - start < slice; builds++) {
        await builder.build({
          scope: { tenant: 'acme', kind: 'private' },
          session,
          message: `What did we decide? (${turn++})`,
        })
        end = performance.now()
      }
      // Those before round 0 are the warm-up.
      if (round >= 0) samples.get(name)?.push((end - start) / builds)
    }
  }
  const lowest = (times: readonly number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? 0
  return Object.fromEntries([...samples].map(([name, times]) => [name, lowest(times)]))
}
