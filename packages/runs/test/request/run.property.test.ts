import { type ContextTool, isLamellaError, type Message, oldestFirst } from '@lamella/core'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../../core/test/support/deep-freeze.ts'
import { start } from '../../../core/test/support/layers.ts'
import { constructed, ids, layerOf, shape, step } from '../support/any-runs.ts'
import { history, question, texts, user } from '../support/runs.ts'

const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 75) }

describe('a run of any layers', () => {
  const seen = new Set<string>()

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
          let [run, last]: [RunState | undefined, RunContext | undefined] = [undefined, undefined]
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
              const [context, again] = [await extend(own, request), await extend(own, request)]
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
              seen.add(run ? (reason ?? 'extends') : 'begins')
              if (context.report.run?.updates.length) seen.add('tells')
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
              const repeated = await extend(own, { ...request, run: context.run, repeat: true, cut: false })
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
              seen.add('overflows')
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
      { ...runs, examples: [constructed] },
    )
    const all = ['extends', 'tells', 'window', 'tools', 'model', 'asked', 'edited', 'revoked']
    expect([...seen]).toEqual(expect.arrayContaining(all))
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
