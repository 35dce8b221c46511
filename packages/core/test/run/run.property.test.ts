import {
  type BuiltContext,
  type ContextTool,
  defineLayer,
  type Fragment,
  isLamellaError,
  type Layer,
  type Message,
  oldestFirst,
  type RunState,
  type UpdateRule,
} from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../support/deep-freeze.ts'
import { histories } from '../support/histories.ts'
import { start } from '../support/layers.ts'
import { history, question, texts, user } from '../support/runs.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) }

/** A layer whose fragments change, as third parties write them. */
interface Shape {
  readonly rule: UpdateRule | undefined
  readonly placement: 'system' | 'messages'
  readonly composes: boolean
  readonly order: number
  readonly stability: 'static' | 'session' | 'turn'
  readonly revokes: boolean
  readonly max: number | undefined
  readonly min: number
  readonly fails: boolean
}

const shape: fc.Arbitrary<Shape> = fc.record({
  rule: fc.constantFrom('add', 'replace', 'hold', undefined),
  placement: fc.constantFrom('system', 'system', 'messages'),
  composes: fc.boolean(),
  order: fc.constantFrom(100, 500, 650, 800),
  stability: fc.constantFrom('static', 'session', 'turn'),
  revokes: fc.constantFrom(true, true, false),
  max: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined, freq: 4 }),
  min: fc.integer({ min: 0, max: 60 }),
  fails: fc.boolean(),
})

const ids = ['a', 'b', '__proto__', 'constructor'] as const

type Step =
  | { readonly kind: 'turn'; readonly more: readonly Message[]; readonly answered: boolean }
  | { readonly kind: 'change'; readonly layer: number; readonly id: number; readonly gone: boolean }
  | { readonly kind: 'fail' | 'revoke'; readonly layer: number }
  | { readonly kind: 'cut' | 'tools' | 'model' | 'image' }
  | { readonly kind: 'back' | 'edit'; readonly share: number }

const index = fc.nat({ max: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('turn'),
      more: histories(4),
      answered: fc.nat({ max: 3 }).map((n) => n > 0),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('change'), layer: index, id: fc.nat({ max: 3 }), gone: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('fail', 'revoke'), layer: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cut', 'tools', 'model', 'image') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('back', 'edit'),
      share: fc.double({ min: 0, max: 0.99, noNaN: true }),
    }),
  },
)

/** A layer, and how a test changes it. */
interface Own {
  readonly layer: Layer
  readonly held: Map<string, string>
  /** Texts by id, of what the layer says is revoked. */
  readonly revoked: Map<string, string>
  readonly revokes: boolean
  failing: boolean
}

function layerOf({ rule, placement, composes, order, stability, revokes, max, min, fails }: Shape, at: number): Own {
  const own = { held: new Map([['a', `${at}.a says 0.`]]), revoked: new Map<string, string>(), revokes, failing: false }
  const isText = placement === 'system' || composes
  const layer = defineLayer(`layer${at}`, {
    placement,
    order: order + at,
    stability,
    priority: 20 + at,
    budget: max === undefined ? { min } : { min: Math.min(min, max), max },
    ...(rule && { update: rule }),
    ...(fails && { onError: 'omit' as const }),
    load: ({ run }) => {
      if (own.failing && fails) throw new Error('away')
      const fragments = [...own.held].map(
        ([id, text]): Fragment => ({
          id,
          content: isText ? text : [user(text)],
          shorter: [isText ? text.slice(0, 4) : [user(text.slice(0, 4))]],
        }),
      )
      return { fragments, ...(revokes && run && { revoked: run.told.filter((id) => own.revoked.has(id)) }) }
    },
    ...(composes && { compose: (kept) => `# ${at}\n${kept.map(({ content }) => content).join('\n')}` }),
  })
  return Object.assign(own, { layer })
}

describe('a run of any layers', () => {
  const seen = new Map<string, number>()
  const count = (what: string): void => {
    seen.set(what, (seen.get(what) ?? 0) + 1)
  }

  it('G1, G2, G3, G6, G9, G11: extends each request before unless it reports a cut, and sends the new message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(shape, shape, shape),
        fc.array(step, { minLength: 4, maxLength: 20 }),
        fc.integer({ min: 150, max: 2_500 }),
        fc.constantFrom(undefined, 0.2, 0.5, 1),
        fc.constantFrom('synthesize', 'drop'),
        async (shapes, steps, window, keep, missingResult) => {
          const owns = shapes.map(layerOf)
          const builder = start()
            .use([
              history({ truncation: oldestFirst({ newestPriority: 90 }) }),
              question,
              ...owns.map(({ layer }) => layer),
            ])
            .budget({ window, reserve: 10, ...(keep && { keep }) })
            .repair({ missingResult })
          let session: readonly Message[] = []
          let tools: readonly ContextTool[] = [{ name: 'look', inputSchema: {} }]
          let [run, last]: [RunState | undefined, BuiltContext | undefined] = [undefined, undefined]
          let [cut, model, number] = [false, 'a', 0]
          const build = async (message: string | undefined): Promise<void> => {
            const request = deepFreeze({
              scope: { tenant: 'acme' },
              session: [...session],
              tools,
              cut,
              ...(message !== undefined && { message }),
              ...(run && { run: JSON.parse(JSON.stringify(run)) as RunState }),
            })
            try {
              const own = builder.parameters({ model })
              const [context, again] = [await own.build(request), await own.build(request)]
              expect([again.system, again.messages, again.tools, again.run]).toEqual([
                context.system,
                context.messages,
                context.tools,
                context.run,
              ])
              const { total, reserve } = context.report.tokens
              expect(total + reserve).toBeLessThanOrEqual(window)
              if (message !== undefined) expect(texts(context)).toContain(message)
              expectPaired(context.messages)
              const reason = context.report.run?.cut?.reason
              count(run ? (reason ?? 'extends') : 'begins')
              if (context.report.run?.updates.length) count('tells')
              if (last && run && !reason) {
                expect(context.system).toEqual(last.system)
                expect(context.messages.slice(0, last.messages.length)).toEqual(last.messages)
                expect(context.tools.map(({ name }) => name)).toEqual(last.tools.map(({ name }) => name))
              }
              const sent = JSON.stringify([context.system, context.messages])
              for (const { revokes, revoked, failing } of owns) {
                if (revokes && !failing) for (const text of revoked.values()) expect(sent).not.toContain(text)
              }
              // A repeated request tells nothing that has changed since.
              owns[0]?.held.set('late', 'Changed since.')
              const repeated = await own.build({ ...request, run: context.run, repeat: true, cut: false })
              owns[0]?.held.delete('late')
              expect([repeated.report.run?.cut?.reason, repeated.system, repeated.messages]).toEqual([
                undefined,
                context.system,
                context.messages,
              ])
              expect(repeated.run).toEqual(context.run)
              run = context.run
              last = context
              cut = false
            } catch (error) {
              if (!isLamellaError(error, 'CONTEXT_OVERFLOW') && !isLamellaError(error, 'LAYER_OVERFLOW')) throw error
              count('overflows')
            }
          }
          for (const one of steps) {
            const own = 'layer' in one ? owns[one.layer] : undefined
            number++
            switch (one.kind) {
              case 'turn': {
                const message = `Question ${number}.`
                await build(message)
                if (!one.answered) break
                session = [...session, user(message)]
                for (const more of one.more) {
                  session = [...session, more]
                  if (more.role === 'tool') await build(undefined)
                }
                break
              }
              case 'change': {
                const id = ids[one.id] as string
                if (one.gone) own?.held.delete(id)
                else own?.held.set(id, `${one.layer}.${id} says ${number}.`)
                own?.revoked.delete(id)
                break
              }
              case 'fail':
                if (own) own.failing = !own.failing
                break
              case 'revoke':
                for (const [id, text] of own?.held ?? []) own?.revoked.set(id, text)
                own?.held.clear()
                break
              case 'cut':
                cut = true
                break
              case 'tools':
                tools = tools.length > 1 ? tools.slice(0, 1) : [{ name: 'find', inputSchema: {} }, ...tools]
                break
              case 'model':
                model = model === 'a' ? 'b' : 'a'
                break
              case 'image':
                session = [
                  ...session,
                  { role: 'user', content: [{ type: 'file', data: 'aGk=', mediaType: 'text/plain' }] },
                ]
                break
              case 'back':
                session = session.slice(0, Math.floor(one.share * session.length))
                break
              case 'edit': {
                const at = Math.floor(one.share * session.length)
                session = session.map((message, position) =>
                  position === at && message.role === 'user' ? user(`Edited ${number}`) : message,
                )
                break
              }
              default:
                one satisfies never
            }
          }
        },
      ),
      runs,
    )
    const least = runs.numRuns / 50
    for (const what of ['extends', 'tells', 'window', 'tools', 'model', 'asked', 'edited', 'revoked']) {
      expect([what, (seen.get(what) ?? 0) > least]).toEqual([what, true])
    }
  })
})

/** G3: each result follows a call of its id, and each call has a result or waits for approval. */
function expectPaired(messages: readonly Message[]): void {
  const open = new Map<string, number>()
  for (const { role, content } of messages) {
    if (typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-call') open.set(part.toolCallId, (open.get(part.toolCallId) ?? 0) + 1)
      if (part.type !== 'tool-result') continue
      expect([role, part.toolCallId, (open.get(part.toolCallId) ?? 0) > 0]).toEqual([role, part.toolCallId, true])
    }
  }
}
