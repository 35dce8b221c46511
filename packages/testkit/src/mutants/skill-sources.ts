import type { Skill, SkillSource, Skills } from '@lamella/core'
import type { Mutant } from './mutant.ts'
import { type CorrectSource, readsOf, sourceFaults } from './sources.ts'

const skills: readonly Skill[] = [
  { name: 'invoices', description: 'Writes invoices.', location: 'skills/invoices/SKILL.md' },
  { name: 'weather', description: 'Knows the weather.' },
]

const correct: CorrectSource<Skills> = {
  own: () => ({ skills }),
  none: () => ({ skills: [] }),
  other: () => ({ skills: skills.toReversed() }),
  withNotices: (notices) => ({ skills, notices }),
  misshapen: () => ({ skills: [{ name: 'weather' }] }),
}

/** Skill sources with one fault each. */
export const skillSourceMutants: readonly Mutant<SkillSource>[] = [
  ...sourceFaults<SkillSource, Skills>('SKILL_SOURCE', correct, (read) => ({ skills: read })),
  {
    code: 'SKILL_SOURCE_NAMES',
    name: 'lists a skill in two folders twice',
    make: () => ({
      skills: readsOf<Skills>({
        ...correct,
        own: () => ({ skills: [...skills, { name: 'weather', description: 'Old.' }] }),
      }),
    }),
  },
]
