import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ToolRule, toolRule } from '../../src/tool-rules/tool-rule.ts'
import { createToolRuleTracker, type ToolRuleTracker } from '../../src/tool-rules/tool-rule-tracker.ts'
import type { ToolRuleState } from '../../src/tool-rules/turn-state.ts'
import { anyRules, contradict, toolNames } from './support.ts'

const { exitLoop, continueLoop, maxCalls, requiresPrior, startConstraint } = toolRule

type Call = { readonly tool: string; readonly ok: boolean }

/**
 * An independent implementation of the rules, over the list of all calls of the turn: which kinds of rule forbid a
 * call, and the next step.
 */
const model = {
  against: (rules: readonly ToolRule[], calls: readonly Call[], tool: string): readonly string[] => {
    const count = (name: string): number => calls.filter((call) => call.tool === name).length
    const worked = (name: string): boolean => calls.some((call) => call.tool === name && call.ok)
    const isStart = rules.some((rule) => rule.type === 'startConstraint' && rule.tool === tool)
    return rules.flatMap((rule) => {
      if (rule.type === 'startConstraint') return !isStart && count(rule.tool) === 0 ? rule.type : []
      if (rule.tool !== tool) return []
      if (rule.type === 'maxCalls') return count(tool) >= rule.max ? rule.type : []
      return rule.type === 'requiresPrior' && !worked(rule.prior) ? rule.type : []
    })
  },
  next: (rules: readonly ToolRule[], calls: readonly Call[]): string => {
    const has = (type: string, tool: string | undefined): boolean =>
      rules.some((rule) => rule.type === type && rule.tool === tool)
    if (calls.some((call) => call.ok && has('exitLoop', call.tool))) return 'exit'
    return has('continueLoop', calls.at(-1)?.tool) ? 'continue' : 'undecided'
  },
}

const tool = fc.constantFrom(...toolNames, 'without rules')
const action = fc.oneof(
  { weight: 16, arbitrary: fc.record({ type: fc.constant('call' as const), tool, ok: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'begin' as const }) },
)
const goodRules = anyRules.filter((rules) => !contradict(rules))

describe('createToolRuleTracker', () => {
  it('allows calls and ends loops as an oracle over all calls does, for generated rules and calls, restarts and turns', () => {
    const seen = new Map<string, number>()
    const note = (key: string): void => void seen.set(key, (seen.get(key) ?? 0) + 1)
    fc.assert(
      fc.property(goodRules, fc.array(action, { maxLength: 20 }), (rules, actions) => {
        let tracker = createToolRuleTracker(rules)
        let calls: readonly Call[] = []
        for (const one of actions) {
          if (one.type === 'restart') tracker = createToolRuleTracker(rules, saved(tracker))
          else if (one.type === 'begin') {
            tracker.beginTurn()
            calls = []
          } else {
            const against = model.against(rules, calls, one.tool)
            const result = tracker.check(one.tool)
            expect(result.allowed).toBe(against.length === 0)
            note(result.allowed ? 'allowed' : result.reason)
            if (!result.allowed) expect(against).toContain(result.reason)
            // Refused calls are not made, and calls made anyway still count.
            if (!result.allowed && one.ok) continue
            tracker.called(one.tool, { ok: one.ok })
            calls = [...calls, one]
          }
          expect(tracker.next).toBe(model.next(rules, calls))
          note(tracker.next)
        }
      }),
      { numRuns: 2 * Number(process.env['LAMELLA_RUNS'] ?? 1_250) },
    )
    for (const key of ['startConstraint', 'requiresPrior', 'maxCalls', 'exit', 'continue']) {
      expect([key, seen.get(key)]).toEqual([key, expect.toSatisfy((times: number) => times > 200)])
    }
  })

  it('names the missing calls in an allowed order, after which the call is allowed', () => {
    let refused = 0
    fc.assert(
      fc.property(goodRules, tool, (given, wanted) => {
        const rules = given.filter((rule) => rule.type !== 'maxCalls')
        const tracker = createToolRuleTracker(rules)
        const result = tracker.check(wanted)
        if (result.allowed) return
        refused++
        expect(result.needs.length).toBeGreaterThan(0)
        for (const [index, need] of result.needs.entries()) {
          expect(tracker.check(wanted)).toMatchObject({ allowed: false, needs: result.needs.slice(index) })
          expect(tracker.check(need)).toEqual({ allowed: true })
          tracker.called(need)
        }
        expect(tracker.check(wanted)).toEqual({ allowed: true })
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 1_500) },
    )
    expect(refused).toBeGreaterThan(250)
  })

  it('refuses with the rule, the missing calls and a sentence for the model', () => {
    const rules = [requiresPrior('write', 'read'), requiresPrior('read', 'open'), startConstraint('context')]
    const tracker = createToolRuleTracker([...rules, maxCalls('open', 1)])
    expect(tracker.check('write')).toEqual({
      allowed: false,
      reason: 'startConstraint',
      rule: startConstraint('context'),
      needs: ['context', 'open', 'read'],
      message: '`write` was not called. Call `context` first before any other tools.',
    })
    tracker.called('context', { ok: false })
    expect(tracker.check('write')).toMatchObject({ reason: 'requiresPrior', needs: ['open', 'read'] })
    tracker.called('open', { ok: false })
    expect(tracker.check('read')).toMatchObject({ reason: 'requiresPrior', needs: ['open'] })
    expect(tracker.check('open')).toEqual({
      allowed: false,
      reason: 'maxCalls',
      rule: maxCalls('open', 1),
      needs: [],
      message: '`open` was not called. Call `open` at most 1 time.',
    })
  })

  it('treats a limit of 0 as never', () => {
    expect(createToolRuleTracker([maxCalls('a', 0)]).check('a')).toMatchObject({ allowed: false, reason: 'maxCalls' })
  })

  it('ends the loop with the first successful call, and not with a failed one', () => {
    const tracker = createToolRuleTracker([exitLoop('send'), continueLoop('search')])
    expect(tracker.next).toBe('undecided')
    tracker.called('search')
    expect(tracker.next).toBe('continue')
    tracker.called('send', { ok: false })
    expect(tracker.next).toBe('undecided')
    tracker.called('send')
    tracker.called('search')
    expect(tracker.next).toBe('exit')
    tracker.beginTurn()
    expect(tracker.next).toBe('undecided')
  })

  it('checks parallel calls in sequence: limits and order are kept, and none counts as successful', () => {
    const tracker = createToolRuleTracker([
      startConstraint('context'),
      maxCalls('api', 2),
      requiresPrior('write', 'read'),
    ])
    const allowed = (...tools: string[]): readonly boolean[] => tracker.checkAll(tools).map((one) => one.allowed)
    expect(allowed('api', 'context', 'api', 'api', 'api')).toEqual([false, true, true, true, false])
    expect(allowed('context', 'read', 'write')).toEqual([true, true, false])
    expect(tracker.state.calls).toEqual([])
    tracker.called('context')
    tracker.called('api')
    expect(allowed('api', 'api')).toEqual([true, false])
  })

  it('returns its state as plain data that later calls do not change, and forgets tools without rules', () => {
    const tracker = createToolRuleTracker([maxCalls('__proto__', 2)])
    tracker.called('__proto__')
    tracker.called('other')
    const before = tracker.state
    tracker.called('__proto__', { ok: false })
    expect(before).toEqual({ version: 1, calls: [{ tool: '__proto__', made: 1, worked: 1 }], next: 'undecided' })
    expect(saved(tracker).calls).toEqual([{ tool: '__proto__', made: 2, worked: 1 }])
    expect(createToolRuleTracker([], saved(tracker)).state.calls).toEqual([])
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['no version', { version: 0, calls: [], next: 'exit' }],
    ['no calls', { version: 1, next: 'exit' }],
    ['an unknown next', { version: 1, calls: [], next: 'stop' }],
    ['more successes than calls', { version: 1, calls: [{ tool: 'a', made: 1, worked: 2 }], next: 'exit' }],
    ['a count below 0', { version: 1, calls: [{ tool: 'a', made: 1, worked: -1 }], next: 'exit' }],
    ['an invalid call', { version: 1, calls: [null], next: 'exit' }],
    [
      'a tool twice',
      {
        version: 1,
        calls: [
          { tool: 'a', made: 1, worked: 1 },
          { tool: 'a', made: 1, worked: 1 },
        ],
        next: 'exit',
      },
    ],
  ])('rejects a state with %s', (_, state) => {
    expect(() => createToolRuleTracker([], state as ToolRuleState)).toThrow(/OPTION_INVALID/)
  })

  it('rejects the state of a later release by its version', () => {
    const state = { version: 2, calls: [], next: 'exit' }
    expect(() => createToolRuleTracker([], state as never)).toThrow(/has version 2 .* reads up to 1\..*FORMAT_NEWER/)
  })

  it('rejects an invalid outcome', () => {
    const tracker = createToolRuleTracker([])
    expect(() => tracker.called('a', { ok: 'yes' } as unknown as { ok: boolean })).toThrow(/OPTION_INVALID/)
  })
})

function saved(tracker: ToolRuleTracker): ToolRuleState {
  return JSON.parse(JSON.stringify(tracker.state)) as ToolRuleState
}
