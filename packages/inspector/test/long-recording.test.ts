import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, defineLayer, type Message } from '@lamella/core'
import { type ReadBuild, type Recorder, readRecording, recorder } from '@lamella/inspector'
import { recordTo } from '@lamella/inspector/node'
import { history, message } from '@lamella/layers'
import { simple } from '@lamella/tokenizer-heuristic'
import { expect, it, onTestFinished } from 'vitest'

/** How many builds are recorded; `.ci/nightly` records 20,000. */
const builds = Number(process.env['LAMELLA_BUILDS'] ?? 1_000)

/** Builds with a conversation that grows and begins anew, and a note that changes. Returns the sizes of the requests. */
async function record(tracer: Recorder, from: number, to: number): Promise<readonly number[]> {
  const totals: number[] = []
  const notes = (index: number): string => `Note ${Math.floor(index / 7)} of the day. `.repeat(1 + (index % 3))
  for (let index = from; index < to; index++) {
    const turns = index % 25
    const session = Array.from(
      { length: 2 * turns },
      (_, at): Message => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: `${at % 2 === 0 ? 'Question' : 'Answer'} ${at} of conversation ${index - turns}`,
      }),
    )
    const layer = defineLayer('notes', { priority: 1, load: () => [{ id: 'note', content: notes(index) }] })
    const { report } = await createContext()
      .tokenizer(simple())
      .use([layer, history(), message()])
      .budget({ window: 400, reserve: 50 })
      .observe(tracer)
      .build({ scope: { tenant: 'acme' }, session, message: `Question ${2 * turns}`, now: new Date(index) })
    totals.push(report.tokens.total)
  }
  await tracer.flush()
  return totals
}

const linesOf = (path: string): readonly string[] => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])

it('stays bounded, goes on after a restart, and loses nothing but the line that was torn', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lamella-long-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const trial = join(folder, 'trial.jsonl')
  await record(recorder(recordTo(trial)), 0, 500)
  // The file is renamed after about 40 % and 80 % of the builds.
  const maxBytes = Math.round((statSync(trial).size / 500) * builds * 0.4)
  const path = join(folder, 'agent.jsonl')
  const half = builds / 2
  const expected = [...(await record(recorder(recordTo(path, { maxBytes })), 0, half))]
  // The process dies while it writes its last build.
  truncateSync(path, statSync(path).size - 10)
  expected.pop()
  expected.push(...(await record(recorder(recordTo(path, { maxBytes })), half, builds)))

  const sizes = [path, `${path}.1`].map((file) => statSync(file).size)
  // A build that a header begins again with may pass the limit: its contents are written anew.
  for (const size of sizes) expect(size).toBeLessThanOrEqual(maxBytes + 100_000)
  const parts = [`${path}.1`, path].map((file) => readRecording(linesOf(file)))
  expect(parts.flatMap(({ problems }) => problems.map(({ problem }) => problem))).toEqual(['is not JSON'])
  const read: readonly ReadBuild[] = parts.flatMap((one) => one.builds)
  expect(read.length).toBeGreaterThan(half)
  expect(read.map(({ made }) => made?.tokens.total)).toEqual(expected.slice(-read.length))
  for (const { made, contentOf } of read) {
    expect(made?.layout.items.at(-1)?.end).toBe(made?.tokens.total)
    expect(made?.layout.items.filter(({ content }) => contentOf(content) === undefined)).toEqual([])
  }
})
