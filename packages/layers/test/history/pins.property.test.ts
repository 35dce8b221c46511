import { type BuiltContext, createContext, isLamellaError, type Message } from '@lamella/core'
import { type HistoryOptions, history, message } from '@lamella/layers'
import { extend } from '@lamella/runs'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTurns, conversation, turns } from '../support/conversations.ts'
import { toolProblems } from '../support/tool-problems.ts'

const scope = { tenant: 'acme' }
const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 50) }
const base = createContext().tokenizer(charTokenizer)

const modes = fc.constantFrom<HistoryOptions & { readonly isRun: boolean }>(
  { cut: 'pages', isRun: false },
  { cut: 'turns', isRun: false },
  { cut: 'messages', isRun: false },
  { cut: 'messages', maxMessages: 5, isRun: false },
  { isRun: true },
  { isRun: true, results: false },
)

interface Given {
  readonly session: readonly Message[]
  readonly options: HistoryOptions
  readonly window: number
  readonly isRun: boolean
  readonly isLoop: boolean
}

async function build({ session, options, window, isRun, isLoop }: Given): Promise<BuiltContext | undefined> {
  try {
    const builder = base.use([history(options), message()]).budget({ window, reserve: 0 })
    const request = { scope, session, ...(!isLoop && { message: 'And now?' }) }
    return await (isRun ? extend(builder, { ...request, cut: true }) : builder.build(request))
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}

/** The tokens of whole turns, which is the most that pins in them can take. */
async function tokensOfTurns(session: readonly Message[], pins: readonly number[]): Promise<number> {
  const inTurns = new Set<Message>()
  for (const pin of pins) {
    const start = session.findLastIndex(({ role }, at) => role === 'user' && at <= pin)
    const end = session.findIndex(({ role }, at) => role === 'user' && at > pin)
    for (const one of session.slice(Math.max(0, start), end < 0 ? session.length : end)) inTurns.add(one)
  }
  const own = session.filter((one) => inTurns.has(one))
  const { report } = await base.use(history()).budget({ window: 10_000_000, reserve: 0 }).build({ scope, session: own })
  return report.layers.history.got
}

const windows = fc.integer({ min: 60, max: 4_000 })
const picks = fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 6 })
const maxima = fc.constantFrom<number | undefined>(undefined, 100, 400, 1_000_000)

describe('generated pins', () => {
  it('keep calls with results, begin with a user message, and never pass the window', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTurns,
        windows,
        picks,
        maxima,
        modes,
        fc.boolean(),
        async (list, window, pick, max, mode, isLoop) => {
          const session = conversation(list)
          if (session.length === 0) return
          const { isRun, ...others } = mode
          const pins = pick.map((one) => one % session.length)
          const pin = { positions: () => pins, ...(max !== undefined && { max }) }
          const context = await build({ session, options: { ...others, pin }, window, isRun, isLoop })
          if (!context) return
          expect(context.report.tokens.total).toBeLessThanOrEqual(window)
          expect(toolProblems(context.messages)).toEqual([])
          if (context.messages.length > 0) expect(context.messages[0]?.role).toBe('user')
        },
      ),
      runs,
    )
  })

  it('are there in full within the limit, in order, and each beyond it is named by a notice', async () => {
    let [within, beyond] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        turns,
        windows,
        picks,
        maxima,
        modes,
        fc.boolean(),
        async (list, window, pick, max, mode, isChosen) => {
          const session = conversation(list)
          if (session.length === 0) return
          const { isRun, ...others } = mode
          const pins = [...new Set(pick.map((one) => one % session.length))]
          const pin = {
            positions: () => pins,
            // Those that are read anyway may be chosen, too.
            ...(isChosen && { choose: (_: Message, position: number) => pins.includes(position) }),
            ...(max !== undefined && { max }),
          }
          const context = await build({
            session,
            options: { ...others, pin, digest: false },
            window,
            isRun,
            isLoop: false,
          })
          if (!context) return
          const notices = context.report.layers['history']?.notices ?? []
          const left = notices.flatMap(({ details }) => (details?.['positions'] ?? []) as number[])
          expect(notices.map(({ code }) => code)).toEqual(left.length > 0 ? ['PINS_OVER_LIMIT'] : [])
          const shown = context.messages.map((one) => session.indexOf(one))
          for (const at of pins) if (!left.includes(at)) expect(shown).toContain(at)
          const positions = shown.filter((at) => at >= 0)
          expect(positions).toEqual(positions.toSorted((a, b) => a - b))
          const limit = notices[0]?.details?.['max']
          if (left.length > 0) {
            beyond++
            expect(await tokensOfTurns(session, pins)).toBeGreaterThan(Number(limit))
          } else within++
        },
      ),
      runs,
    )
    expect(within).toBeGreaterThan(0)
    expect(beyond).toBeGreaterThan(0)
  })

  it('never keep less in a larger window, if the limit is in tokens', async () => {
    await fc.assert(
      fc.asyncProperty(turns, windows, fc.integer({ min: 1, max: 500 }), picks, async (list, window, extra, pick) => {
        const session = conversation(list.map((turn) => ({ ...turn, how: 'after' as const })))
        if (session.length === 0) return
        const pins = pick.map((one) => one % session.length)
        const options: HistoryOptions = { cut: 'messages', pin: { positions: () => pins, max: 300 } }
        const given = { session, options, isRun: false, isLoop: false }
        const small = await build({ ...given, window })
        const large = await build({ ...given, window: window + extra })
        for (const one of small?.messages ?? []) if (session.includes(one)) expect(large?.messages).toContain(one)
      }),
      runs,
    )
  })
})
