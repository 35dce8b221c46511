import { defineLayer, isLamellaError, type Message } from '@lamella/core'
import { openRun, type RunBuilder, type RunContext } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { talk, texts, thought, user } from '../support/runs.ts'

const runs = { numRuns: Number(process.env['LAMELLA_CRASHES'] ?? 100) }
const id = 's'

class Killed extends Error {}

/** A turn, and where the processes that make it die: at which calls of the store, before or after they take effect. */
const turns = fc.array(
  fc.record({
    /** What changes before each process. */
    changes: fc.boolean(),
    kills: fc.array(fc.record({ call: fc.nat({ max: 14 }), after: fc.boolean() }), { maxLength: 4 }),
    /** Asks for a new epoch before. */
    cut: fc.boolean(),
    steps: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 2, maxLength: 6 },
)

/** A store whose process dies at one of its calls. */
function dying(
  sessions: SessionStore,
  kill: { readonly call: number; readonly after: boolean } | undefined,
): SessionStore {
  let call = 0
  const wrap =
    (method: (...args: unknown[]) => unknown) =>
    async (...args: unknown[]) => {
      const dies = kill && call++ === kill.call
      if (dies && !kill.after) throw new Killed()
      const result = await method(...args)
      if (dies) throw new Killed()
      return result
    }
  const methods = Object.entries(sessions).map(([name, value]) => [
    name,
    typeof value === 'function' ? wrap(value) : value,
  ])
  return Object.fromEntries(methods) as SessionStore
}

const bytes = ({ system, messages, tools }: RunContext): string => JSON.stringify({ system, messages, tools })

const step = (name: string, index: number): Message => thought(`${name}, step ${index}`)

describe('processes that are killed between any two steps of a run', () => {
  it('are continued with the bytes that they sent, and lose and repeat nothing', async () => {
    let [kills, sentAgain] = [0, 0]
    await fc.assert(
      fc.asyncProperty(turns, async (list) => {
        const sessions = createSessionStore()
        let now = 0
        const builder = talk(100_000).use(
          defineLayer('clock', { order: 1, update: 'replace', load: () => `It is ${now}.` }),
        )
        let built: RunContext | undefined
        const watched: RunBuilder = {
          stages: async (request, program) => {
            const made = await builder.stages(request, program)
            built = made as unknown as RunContext
            return made
          },
        }
        const isPending = async (operation: string): Promise<boolean> =>
          JSON.stringify((await sessions.runs.read(scope, id)) ?? null).includes(`"operation":"${operation}"`)
        const expected: Message[] = []
        let answered: readonly string[] = []
        for (const [place, { changes, kills: deaths, cut, steps }] of list.entries()) {
          if (cut) await (await openRun(builder, { sessions, scope, id })).cut()
          for (let index = 0; index < steps; index++) {
            const name = `Turn ${place}`
            const message = index === 0 ? user(name) : undefined
            const operation = `${place}.${index}`
            let sent: RunContext | undefined
            for (const kill of index === 0 ? [...deaths, undefined] : [undefined]) {
              if (changes) now++
              const { written, died } = await attempt(dying(sessions, kill))
              if (sent && written) {
                expect(bytes(written)).toBe(bytes(sent))
                sentAgain++
              }
              // A request that was stored counts as sent, although its process may have died before it sent it.
              sent ??= (await isPending(operation)) || written ? built : undefined
              if (!died) break
              kills++
            }
            expected.push(...(message ? [message] : []), step(name, index))
            const context = sent as RunContext
            if (!cut || index > 0) expect(texts(context).slice(0, answered.length)).toEqual(answered)
            answered = texts(context)

            /** One process: asks, and appends the answer. */
            async function attempt(store: SessionStore): Promise<{ written?: RunContext; died: boolean }> {
              let written: RunContext | undefined
              try {
                const run = await openRun(watched, { sessions: store, scope, id })
                written = await run.next({ ...(message && { message: name }), operation })
                await run.append(step(name, index))
                return { written, died: false }
              } catch (error) {
                // Another process has appended the answer before it died.
                const isAnswered = isLamellaError(error, 'RUN_ANSWERED')
                if (!isAnswered && !(error instanceof Killed) && !((error as Error).cause instanceof Killed))
                  throw error
                return { ...(written && { written }), died: !isAnswered }
              }
            }
          }
        }
        const stored = await sessions.read(scope, id, 0, 1_000)
        expect(stored.map((one) => one.message)).toEqual(expected)
      }),
      runs,
    )
    expect(kills).toBeGreaterThan(0)
    expect(sentAgain).toBeGreaterThan(0)
  })
})
