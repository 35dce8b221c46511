import type { Scope } from '@lamella/core'
import * as fc from 'fast-check'
import { isConformanceError } from '../kit/conformance-error.ts'
import { deepFreeze } from '../kit/deep-freeze.ts'
import type { Rule } from '../kit/rule.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { ask, scopeOf } from './ask.ts'
import { noticeProblem } from './notice-problem.ts'
import type { SourceSuiteOptions } from './options.ts'
import type { SourceKind } from './source-kind.ts'

/** What sources of all kinds must do. */
export function sharedSourceRules<Source, Answer>(
  kind: SourceKind<Source, Answer>,
): readonly Rule<Source, SourceSuiteOptions>[] {
  const { codes, method } = kind
  return [
    {
      code: codes.fields,
      name: `has a method ${method}, and a version of the contract that there is`,
      contract: ['spec', 'Version of this contract. Absent: 1.'],
      check: (source, { fail }) => {
        const { spec, [method]: found } = source as Readonly<Record<string, unknown>>
        if (typeof found !== 'function') fail(`a method ${method}`, show(found))
        if (spec !== undefined && spec !== 1) fail('spec to be 1 or absent', show(spec))
      },
    },
    {
      code: codes.form,
      name: 'answers in the form of the contract',
      contract: kind.gives,
      check: async (source, bench) => {
        const answer = await ask(kind, source, bench)
        const problem = kind.problem(answer)
        if (problem !== undefined) bench.fail('an answer in the form of the contract', problem)
        if (kind.things(answer).length === 0) bench.skip('the source has nothing for the scope')
      },
    },
    {
      code: codes.notices,
      name: 'gives each notice a code, a sentence, and nothing but plain JSON beside them',
      contract: ['Notice.code', 'Upper case with underscores, such as `FILE_TRUNCATED`.'],
      check: async (source, bench) => {
        const notices = kind.notices(await ask(kind, source, bench))
        for (const notice of notices) {
          const problem = noticeProblem(notice)
          if (problem !== undefined) bench.fail('a notice with a code and what happened', problem)
        }
        if (notices.length === 0) bench.skip('the source has no notices for the scope')
      },
    },
    {
      code: codes.scopes,
      name: 'answers whoever asks, whatever the names in the scope are, and throws nothing',
      contract: [
        'Notice',
        'Something that went differently than hoped while reading, told in the report; never thrown.',
      ],
      check: async (source, bench) => {
        const check = async (scope: Scope): Promise<void> => {
          await ask(kind, source, bench, scope).catch((error: unknown) => {
            if (isConformanceError(error)) throw error
            bench.fail(`an answer to the scope ${show(scope)}`, `a throw: ${show(error)}`)
          })
        }
        for (const name of hostileNames) {
          for (const key of ['user', 'agent', 'session']) await check({ ...scopeOf(bench), [key]: name })
        }
        await bench.forEach(anyName, (agent) => check({ ...scopeOf(bench), agent }))
        await check({ tenant: 'nobody' })
      },
    },
    {
      code: codes.stable,
      name: 'gives the same next time, whoever asked in between, and in every instance',
      contract: kind.repeats,
      check: async (source, bench) => {
        const lasting = async (from: Source): Promise<string> => {
          const answer = await ask(kind, from, bench)
          return canonical(kind.lasting ? kind.lasting(answer) : answer)
        }
        const first = await lasting(source)
        await ask(kind, source, bench, { tenant: 'nobody' })
        const again = [await lasting(source), await lasting((await bench.another()) as Source)]
        for (const one of again)
          if (one !== first) bench.fail(`the answer of the first time, ${show(first)}`, show(one))
      },
    },
    {
      code: codes.pure,
      name: 'leaves the scope as it was',
      contract: ['G9 pure', 'nothing passed in is mutated'],
      check: async (source, bench) => {
        const scope = scopeOf(bench)
        const before = canonical(scope)
        await ask(kind, source, bench, scope)
        if (canonical(scope) !== before) bench.fail(`the scope as given, ${before}`, canonical(scope))
        // What is changed and put back shows on a frozen scope only.
        await ask(kind, source, bench, deepFreeze(scopeOf(bench)))
      },
    },
    {
      code: codes.abort,
      name: 'settles when the signal is aborted, and answers the next one as before',
      contract: ['SourceRequest', 'What every source call gets beside the scope.'],
      check: async (source, bench) => {
        await settled(ask(kind, source, bench, scopeOf(bench), AbortSignal.abort()))
        const controller = new AbortController()
        const reading = ask(kind, source, bench, scopeOf(bench), controller.signal)
        controller.abort()
        await settled(reading)
        const after = canonical(await ask(kind, source, bench))
        const others = [(await bench.another()) as Source, (await bench.another()) as Source]
        const [first, second] = await Promise.all(others.map(async (one) => canonical(await ask(kind, one, bench))))
        // Instances that differ have a case of their own.
        if (first === second && after !== first) bench.fail(`the answer without an abort, ${show(first)}`, show(after))
      },
    },
    {
      code: codes.isolation,
      name: 'gives others nothing of what belongs to the scope',
      contract: ['Scope', 'Who a build is for.'],
      check: async (source, bench) => {
        const { others } = bench.options
        if (others === undefined) return bench.skip('the option others is not given')
        const own = kind.things(await ask(kind, source, bench)).map(canonical)
        for (const other of others) {
          const theirs = kind.things(await ask(kind, source, bench, { ...other })).map(canonical)
          const leaked = theirs.find((thing) => own.includes(thing))
          if (leaked !== undefined) bench.fail(`nothing of the scope for ${show(other)}`, leaked)
        }
      },
    },
  ]
}

/** Names of people and agents that have been taken for paths, properties, patterns and markup. */
const hostileNames = ['../../etc/passwd', 'a/b\\c', '.', '__proto__', 'constructor', "$& $1 $'", '%s {{x}}', 'CON', ' ']

const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

/** Waits for a read to end, however it does; one that hangs is a failed case. */
async function settled(reading: Promise<unknown>): Promise<void> {
  await reading.catch((error: unknown) => {
    if (isConformanceError(error)) throw error
  })
}
