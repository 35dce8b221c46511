import type { SkillSource } from '@lamella/core'
import { isObject, type Skills } from '@lamella/core/plugin'
import { type ConformanceCase, casesOf, type Make, type Rule } from '../kit/rule.ts'
import { show } from '../kit/show.ts'
import { ask } from '../sources/ask.ts'
import { listProblem, textsProblem } from '../sources/fields-problem.ts'
import type { SourceSuiteOptions } from '../sources/options.ts'
import { sharedSourceRules } from '../sources/shared-rules.ts'
import type { SourceKind } from '../sources/source-kind.ts'
import { readingRules } from './reading-rules.ts'

const kind: SourceKind<SkillSource, Skills> = {
  prefix: 'SKILL_SOURCE',
  method: 'skills',
  gives: ['Skill', 'One skill: what the model sees of it before it requests more.'],
  repeats: ['SkillSource', 'Lists the available skills, in a stable order.'],
  ask: (source, scope, request) => source.skills(scope, request),
  problem: (answer) => {
    if (!isObject(answer)) return show(answer)
    const list = listProblem(answer, 'skills', true) ?? listProblem(answer, 'notices', false)
    if (list !== undefined) return list
    return (answer['skills'] as readonly unknown[]).map(skillProblem).find((problem) => problem !== undefined)
  },
  things: ({ skills }) => skills,
  notices: ({ notices = [] }) => notices,
}

function skillProblem(skill: unknown): string | undefined {
  const problem = textsProblem(skill, ['name', 'description'], ['location'])
  return problem ?? (isObject(skill) && skill['name'] === '' ? "name: ''" : undefined)
}

const rules: readonly Rule<SkillSource, SourceSuiteOptions>[] = [
  ...sharedSourceRules(kind),
  {
    code: 'SKILL_SOURCE_NAMES',
    name: 'lists skills with unique names',
    contract: ['Skill.name', 'Unique in a list: the model requests a skill by this name.'],
    check: async (source, bench) => {
      const { skills } = await ask(kind, source, bench)
      const names = skills.map(({ name }) => name)
      const twice = names.find((name, index) => names.indexOf(name) < index)
      if (twice !== undefined) bench.fail('names that differ', `${show(twice)} twice`)
    },
  },
  ...readingRules,
]

/**
 * Conformance cases for a source of skills: the fields of a skill, unique names, stable lists, answers for any scope,
 * and reading no more than the skills that are listed.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of skillSourceSuite(() => skillFolder(reader))) it(c.name, c.run)
 */
export function skillSourceSuite(
  make: Make<SkillSource>,
  options: SourceSuiteOptions = {},
): readonly ConformanceCase[] {
  return casesOf(rules, make, options)
}
