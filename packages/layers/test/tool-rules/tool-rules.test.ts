import { createContext, defineLayer } from '@lamella/core'
import { layerSuite, runSuite } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { renderToolRules } from '../../src/tool-rules/render-tool-rules.ts'
import { toolRule } from '../../src/tool-rules/tool-rule.ts'
import { toolRules } from '../../src/tool-rules/tool-rules.ts'

const rules = [toolRule.exitLoop('send_message'), toolRule.startConstraint('context')]

describe('toolRules', () => {
  it('satisfies the layer contract', async () => {
    const { failed } = await runSuite(layerSuite(() => toolRules(rules)))
    expect(failed).toEqual([])
  })

  it('shows the rules at the end of the system prompt, pinned and static', async () => {
    const first = defineLayer('first', { order: 100, stability: 'static', load: () => 'You are Kim.' })
    const context = await createContext()
      .use(toolRules(rules))
      .use(first)
      .budget({ window: 4_000, reserve: 100 })
      .build({ scope: { tenant: 'acme' } })
    expect(context.system.map(({ content }) => content)).toEqual(['You are Kim.', renderToolRules(rules)])
    expect(toolRules(rules)).toMatchObject({ name: 'tool-rules', stability: 'static', placement: 'system' })
  })

  it('is never cut: a window without room for the rules is an error', async () => {
    const builder = createContext().use(toolRules(rules)).budget({ window: 20, reserve: 0 })
    await expect(builder.build({ scope: { tenant: 'acme' } })).rejects.toThrow(/CONTEXT_OVERFLOW/)
  })

  it('is empty without rules, and accepts the same rule twice', async () => {
    const builder = createContext().budget({ window: 4_000, reserve: 100 })
    const empty = await builder.use(toolRules([])).build({ scope: { tenant: 'acme' } })
    expect(empty.system).toEqual([])
    expect(() => toolRules([toolRule.maxCalls('a', 1), toolRule.maxCalls('a', 1)])).not.toThrow()
  })
})
