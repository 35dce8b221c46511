import type { Message } from '@lamella/core'
import type { CutReason } from '@lamella/core/plugin'
import type { RunContext } from '@lamella/runs'
import { prefixServer } from '@lamella/testkit'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Cast, Surroundings } from './cast.ts'
import { constructed } from './constructed-runs.ts'
import { encoders, type Format } from './encoders.ts'
import { isDigest } from './instructions-of.ts'
import { judgeAuthors, judgeInstructions } from './judge-authors.ts'
import { judgeSentTools, judgeTools } from './judge-tools.ts'
import { playRun } from './play-run.ts'
import { settings, steps } from './steps.ts'
import { thinkingJudge } from './thinking-judge.ts'
import { vendors } from './vendors.ts'

/** What runs contained, and how often. */
export type Seen = Map<string, number>

const reasons: readonly CutReason[] = ['window', 'tools', 'model', 'instructions', 'asked', 'edited', 'revoked']

/** Checks that runs contained everything that is judged: the constructed ones do. */
export function expectSeen(seen: Seen): void {
  const ways = ['in a list', 'in a store'].flatMap((way) => [`extended ${way}`, `cut ${way}`])
  const owner = ['anthropic', 'anthropic-tools', 'openai', 'openai-reasoning'].map(
    (vendor) => `told by owner: ${vendor}`,
  )
  const others = ['settings told', 'told by data', 'cut in a turn', 'digests', 'tools told', 'told by owner']
  const all = [...others, ...ways, ...owner, ...reasons.map((reason) => `cut: ${reason}`)]
  expect([...seen.keys()]).toEqual(expect.arrayContaining(all))
  expect(seen.get('told by owner: other')).toBeUndefined()
  for (const format of ['anthropic', 'openai-responses']) {
    const [sent = 0, valid = 0] = [seen.get(`thoughts: ${format}`), seen.get(`thoughts that are valid: ${format}`)]
    console.log(`${format}: ${sent} thoughts of ${valid} that are valid are sent`)
    expect(sent).toBeGreaterThan(0)
    expect(sent / valid).toBeGreaterThanOrEqual(0.95)
  }
}

/** Judges constructed and generated runs in five formats, and counts what they contained. */
export async function judgeRuns(numRuns: number, castOf: (around: Surroundings) => Cast): Promise<Seen> {
  const seen: Seen = new Map()
  const count = (what: string, number = 1): void => {
    seen.set(what, (seen.get(what) ?? 0) + number)
  }
  await fc.assert(
    fc.asyncProperty(steps, settings, async (list, setting) => {
      const vendor = vendors[setting.vendor]
      const judge = thinkingJudge(vendor)
      const way = setting.isStored ? 'in a store' : 'in a list'
      count(`conversations ${way}`)
      await playRun(list, setting, castOf, (sent) => {
        const { context, again, before, world, message, erased, tools } = sent
        const { run } = context.report
        count(`requests ${way}`)
        const text = textsOf(context)
        if (message !== undefined) expect(text).toContain(message.trim())
        for (const gone of erased) expect(text).not.toContain(gone)
        expect(plain(again)).toEqual(plain(context))
        const { total, reserve } = context.report.tokens
        expect(total + reserve).toBeLessThanOrEqual(setting.window)
        if (run?.cut) {
          count(`cut: ${run.cut.reason}`)
          count(`cut ${way}`)
          if (message === undefined) count('cut in a turn')
          // Changes that the model accepts in the middle need no new epoch after a user message or results.
          const isBehindUser = message !== undefined || context.messages.at(-1)?.role === 'tool'
          if (vendor.instructed.length > 0) expect(run.cut.reason).not.toBe('instructions')
          if (vendor.takesTools === 'all' && isBehindUser) expect(run.cut.reason).not.toBe('tools')
        }
        const digests = context.messages.filter(isDigest).length
        expect(digests).toBeLessThanOrEqual(1)
        if (digests > 0) count('digests')
        judgeTools(context, tools)
        const told = judgeAuthors(context, world, vendor)
        for (const { by } of run?.updates ?? []) {
          count(`told by ${by}`)
          count(`told by ${by}: ${setting.vendor}`)
        }
        if (run?.tools) count('tools told')
        if (run?.settings) count('settings told')
        if (run?.tools && message === undefined) count('tools told behind results')
        const requests = new Map(formats.map((format) => [format, encoders[format](context)]))
        for (const [format, request] of requests) {
          judgeInstructions(format, request, context, vendor)
          judgeSentTools(format, request, tools)
        }
        if (before && !run?.cut) {
          count(`extended ${way}`)
          expect(context.system).toEqual(before.system)
          expect(context.tools).toEqual(before.tools)
          const encode = encoders[vendor.thinks ?? 'anthropic']
          expect(toolBytes(encode(context))).toBe(toolBytes(encode(before)))
          expect(context.messages.slice(0, before.messages.length)).toEqual(before.messages)
          for (const format of formats) {
            // Tools that are told in messages are those of the request in formats that take no such message.
            if (told.tools === 0 || format === (vendor.thinks ?? 'anthropic')) expectExtends(format, before, context)
          }
        }
        // The models of others do not bind thinking.
        return judge?.send(sent) ?? []
      })
      const { sent, valid } = judge?.counts() ?? { sent: 0, valid: 0 }
      count(`thoughts: ${vendor.thinks}`, sent)
      count(`thoughts that are valid: ${vendor.thinks}`, valid)
    }),
    { numRuns: numRuns + constructed.length, examples: [...constructed] },
  )
  return seen
}

const formats = Object.keys(encoders) as readonly Format[]

/** A context without the functions of its report. */
const plain = ({ system, messages, tools, run }: RunContext): unknown => ({ system, messages, tools, run })

const toolBytes = ({ tools }: { readonly tools?: unknown }): string => JSON.stringify(tools ?? [])

/** Sends both requests to a server that compares them. */
function expectExtends(format: Format, before: RunContext, context: RunContext): void {
  const server = prefixServer(format, { onMismatch: 'drop' })
  const encode = encoders[format]
  const [first, second] = [encode(withoutThinking(before)), encode(withoutThinking(context))]
  server.send(first)
  const { prefix } = server.send(second)
  const shown = prefix?.extends ? '' : JSON.stringify([first, second]).slice(0, 1500)
  expect([format, prefix?.extends, prefix?.brokenAt, shown]).toEqual([format, true, undefined, ''])
}

/** The server knows only the thinking that it signed itself. */
function withoutThinking(context: RunContext): RunContext {
  const messages = context.messages.map((message): Message => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return message
    return { ...message, content: message.content.filter(({ type }) => type !== 'reasoning') }
  })
  return { ...context, messages }
}

function textsOf({ system, messages }: RunContext): string {
  return [...system, ...messages]
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
}
