import type { Scope } from '@lamella/core'
import * as fc from 'fast-check'
import { ignored } from '../kit/conformance-error.ts'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { mustAnswer, mustMatch } from '../kit/must-equal.ts'
import type { Rule } from '../kit/rule.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { ask, scopeOf } from './ask.ts'
import { noticeProblem } from './notice-problem.ts'
import type { SourceSuiteOptions } from './options.ts'
import type { SourceKind } from './source-kind.ts'

/** Rules for all kinds of sources. */
export function sharedSourceRules<Source, Answer>(
  kind: SourceKind<Source, Answer>,
): readonly Rule<Source, SourceSuiteOptions>[] {
  const { prefix, method } = kind
  return [
    {
      code: `${prefix}_FIELDS`,
      name: `has the method ${method} and a supported contract version`,
      contract: ['spec', 'Version of this contract. Absent: 1.'],
      check: (source, { fail }) => {
        const { spec, [method]: found } = source as Readonly<Record<string, unknown>>
        if (typeof found !== 'function') fail(`a method ${method}`, show(found))
        if (spec !== undefined && spec !== 1) fail('spec to be 1 or absent', show(spec))
      },
    },
    {
      code: `${prefix}_FORM`,
      name: 'returns an answer that matches the contract',
      contract: kind.gives,
      check: async (source, bench) => {
        const answer = await ask(kind, source, bench)
        const problem = kind.problem(answer)
        if (problem !== undefined) bench.fail('an answer that matches the contract', problem)
        if (kind.things(answer).length === 0) bench.skip('the source has nothing for the scope')
      },
    },
    {
      code: `${prefix}_NOTICES`,
      name: 'gives each notice a code and a sentence, and otherwise only plain JSON',
      contract: ['Notice.code', 'Upper case with underscores, such as `FILE_TRUNCATED`.'],
      check: async (source, bench) => {
        const notices = kind.notices(await ask(kind, source, bench))
        for (const notice of notices) {
          const problem = noticeProblem(notice)
          if (problem !== undefined) bench.fail('a notice with a code and a description', problem)
        }
        if (notices.length === 0) bench.skip('the source has no notices for the scope')
      },
    },
    {
      code: `${prefix}_SCOPES`,
      name: 'answers for any names in the scope, without throwing',
      contract: ['Notice', 'Something unexpected while reading. Notices are part of reports and are never thrown.'],
      check: async (source, bench) => {
        const check = async (scope: Scope): Promise<void> => {
          await mustAnswer(bench, `an answer to the scope ${show(scope)}`, () => ask(kind, source, bench, scope))
        }
        for (const name of hostileNames) {
          for (const key of ['user', 'agent', 'session']) await check({ ...scopeOf(bench), [key]: name })
        }
        await bench.forEach(anyName, (agent) => check({ ...scopeOf(bench), agent }))
        await check({ tenant: 'nobody' })
      },
    },
    {
      code: `${prefix}_STABLE`,
      name: 'returns the same answer on every read, whatever other scopes were read, in every instance',
      contract: kind.repeats,
      check: async (source, bench) => {
        const lasting = async (from: Source): Promise<string> => {
          const answer = await ask(kind, from, bench)
          return canonical(kind.lasting ? kind.lasting(answer) : answer)
        }
        const first = await lasting(source)
        await ask(kind, source, bench, { tenant: 'nobody' })
        const again = [await lasting(source), await lasting((await bench.another()) as Source)]
        for (const one of again) mustMatch(bench, one, first, 'the first answer')
      },
    },
    {
      code: `${prefix}_PURE`,
      name: 'does not mutate the scope',
      contract: ['G9 pure', 'nothing passed in is mutated'],
      check: async (source, bench) => {
        const scope = scopeOf(bench)
        const before = canonical(scope)
        await ask(kind, source, bench, scope)
        mustMatch(bench, canonical(scope), before, 'the scope unchanged')
        // Only a frozen scope reveals a change that is undone.
        await ask(kind, source, bench, deepFreeze(scopeOf(bench)))
      },
    },
    {
      code: `${prefix}_ABORT`,
      name: 'settles when the signal is aborted, and answers the next read as before',
      contract: ['SourceRequest', 'What every source call gets in addition to the scope.'],
      check: async (source, bench) => {
        await ask(kind, source, bench, scopeOf(bench), AbortSignal.abort()).catch(ignored)
        const controller = new AbortController()
        const reading = ask(kind, source, bench, scopeOf(bench), controller.signal)
        controller.abort()
        await reading.catch(ignored)
        const after = canonical(await ask(kind, source, bench))
        const others = [(await bench.another()) as Source, (await bench.another()) as Source]
        const [first, second] = await Promise.all(others.map(async (one) => canonical(await ask(kind, one, bench))))
        // Another case covers differences between instances.
        if (first === second) mustMatch(bench, after, first as string, 'the answer without an abort')
      },
    },
    {
      code: `${prefix}_ISOLATION`,
      name: "returns none of the scope's data to other scopes",
      contract: ['Scope', 'The owner of the data of a build.'],
      check: async (source, bench) => {
        const { others } = bench.options
        if (others === undefined) return bench.skip('the option others is not set')
        const own = kind.things(await ask(kind, source, bench)).map(canonical)
        for (const other of others) {
          const theirs = kind.things(await ask(kind, source, bench, { ...other })).map(canonical)
          const leaked = theirs.find((thing) => own.includes(thing))
          if (leaked !== undefined) bench.fail(`none of the scope's data for ${show(other)}`, leaked)
        }
      },
    },
  ]
}

/** Names of people and agents that can be mistaken for paths, properties, patterns and markup. */
const hostileNames = ['../../etc/passwd', 'a/b\\c', '.', '__proto__', 'constructor', "$& $1 $'", '%s {{x}}', 'CON', ' ']

const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
