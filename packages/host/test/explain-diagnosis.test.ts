import { type BuiltContext, createContext, defineLayer, type ToolDefinition } from '@lamella/core'
import { extend } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { history, question } from '../../core/test/support/talk.ts'
import { explainDiagnosis } from '../src/explain-diagnosis.ts'

const search: ToolDefinition = { name: 'search', description: 'Searches.', inputSchema: { type: 'object' } }
const miss = (reason: string) => ({ cache: { result: 'miss', reason, missedTokens: 900 } })
const removed = (id: string, reason = 'prefix', rawReason = `${reason}_mismatch`) => {
  return { id, reason, rawReason, removed: true }
}

/** What a test can change from one request to the next. */
interface Given {
  readonly rules?: Readonly<Record<string, string>>
  readonly tools?: readonly ToolDefinition[]
  readonly session?: readonly string[]
  readonly model?: string
  readonly effort?: string
}

async function build({
  rules = { a: 'Be kind.', b: 'Be brief.' },
  tools = [search],
  ...given
}: Given = {}): Promise<BuiltContext> {
  const layer = defineLayer('mcp', {
    order: 1,
    load: () => Object.entries(rules).map(([id, content]) => ({ id, content })),
  })
  return createContext()
    .use([layer, history(), question])
    .parameters({ model: given.model ?? 'm', providerOptions: { openai: { reasoningEffort: given.effort ?? 'low' } } })
    .budget({ window: 10_000, reserve: 100 })
    .build({
      scope: { tenant: 'acme' },
      session: (given.session ?? ['One']).map((content) => ({ role: 'user', content })),
      message: 'Hello',
      tools,
    })
}

const sentences = async (given: Given, reason = 'input_changed'): Promise<readonly string[]> =>
  explainDiagnosis(miss(reason), { context: await build(given), before: await build() }).map(({ what }) => what)

describe('explainDiagnosis', () => {
  it.each<[string, Given, string]>([
    ['a tool that changed', { tools: [{ ...search, description: 'Finds.' }] }, "The tool 'search' changed."],
    ['a tool that is gone', { tools: [] }, "The tool 'search' was removed."],
    ['a new tool', { tools: [search, { ...search, name: 'find' }] }, "The tool 'find' was added."],
    ['a fragment', { rules: { a: 'Be kind.', b: 'Be long.' } }, "The layer 'mcp' changed 'b' in the system prompt."],
    ['a fragment that is gone', { rules: { b: 'Be brief.' } }, "The layer 'mcp' changed 'b' in the system prompt."],
    ['the model', { model: 'n' }, 'The model changed.'],
    ['the effort', { effort: 'high' }, 'The parameters changed.'],
  ])('names what caused a miss of the cache: %s', async (_, given, expected) => {
    expect(await sentences(given)).toEqual([
      `The prompt cache missed 900 tokens, the provider says: input_changed. ${expected}`,
    ])
  })

  it('names the message that is not what it was, and no message that is new', async () => {
    expect((await sentences({ session: ['Uno', 'Two'] }))[0]).toMatch(
      /The layer 'history' changed '.+' in the messages\.$/,
    )
    const before = await build({ session: ['One'] })
    const [notice] = explainDiagnosis(miss('unknown_to_us'), { context: before, before })
    expect(notice).toEqual({
      code: 'CACHE_MISSED',
      what: 'The prompt cache missed 900 tokens, the provider says: unknown_to_us.',
      details: { result: 'miss', reason: 'unknown_to_us', missedTokens: 900 },
    })
  })

  it('names tools in another order', async () => {
    const find = { ...search, name: 'find' }
    const [before, context] = [await build({ tools: [search, find] }), await build({ tools: [find, search] })]
    expect(explainDiagnosis(miss('tools_changed'), { context, before })[0]?.details).toMatchObject({
      changes: [{ place: 'tools', tool: 'find', change: 'moved' }],
    })
  })

  it('says which reasoning was removed, once for each reason, and nothing twice', async () => {
    const mismatches = [
      removed('rs_1'),
      removed('rs_2'),
      removed('rs_3', 'model'),
      removed('rs_4', 'turn', 'turn_boundary'),
    ]
    const [context, before] = [await build({ tools: [] }), await build()]
    const notices = explainDiagnosis({ mismatches }, { context, before })
    expect(notices.map(({ what }) => what)).toEqual([
      "The provider removed reasoning of another context, and says: prefix_mismatch (rs_1, rs_2). The tool 'search' was removed.",
      'The provider removed reasoning of another context, and says: model_mismatch (rs_3).',
    ])
    const again = { mismatches: [...mismatches, removed('rs_5')] }
    const next = explainDiagnosis(again, { context, before, earlier: { mismatches } })
    expect(next.map(({ details }) => details?.['items'])).toEqual([['rs_5']])
  })

  it('tells apart what the model was shown all the same', async () => {
    const shown = {
      path: 'messages.1.content.0',
      reason: 'prefix',
      rawReason: 'prefix_binding_mismatch',
      removed: false,
    }
    const [notice] = explainDiagnosis({ mismatches: [shown] }, { context: await build() })
    expect(notice?.what).toBe(
      'The provider found reasoning of another context, and says: prefix_binding_mismatch (messages.1.content.0).',
    )
  })

  it('says that a run began an epoch, and why, also without the request before', async () => {
    const builder = createContext().use([history(), question]).budget({ window: 10_000, reserve: 100 })
    const request = { scope: { tenant: 'acme' }, message: 'Hello' }
    const { run } = await extend(builder, { ...request, tools: [search] })
    const context = await extend(builder, { ...request, run })
    expect(explainDiagnosis(miss('tools_changed'), { context })[0]?.what).toMatch(
      /tools_changed\. The request begins epoch 2 of its run, for this reason: tools\.$/,
    )
  })

  it('says nothing where the provider found nothing', async () => {
    const context = await build()
    expect(explainDiagnosis({ cache: { result: 'hit' } }, { context })).toEqual([])
    expect(explainDiagnosis({ cache: { result: 'unknown', reason: 'unavailable' } }, { context })).toEqual([])
    expect(explainDiagnosis({ mismatches: [] }, { context })).toEqual([])
  })
})
