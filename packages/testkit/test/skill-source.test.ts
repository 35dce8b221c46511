import type { SkillSource } from '@lamella/core'
import { mutants, skillSourceSuite } from '@lamella/testkit'
import { describe } from 'vitest'
import { prove } from './prove.ts'
import { others } from './subjects/others.ts'

const none: SkillSource = { skills: () => ({ skills: [] }) }
const some: SkillSource = {
  spec: 1,
  skills: async ({ tenant, user }, { signal }) => {
    signal.throwIfAborted()
    const notices = [{ code: 'SKILL_SKIPPED', what: 'One has no description.', from: 'skills/x' }]
    return { skills: tenant === 'acme' && user === 'ada' ? [{ name: 'mail', description: '' }] : [], notices }
  },
}

describe('skillSourceSuite', () => {
  prove(
    (make, options) => skillSourceSuite(make, { ...options, patience: 100, others }),
    { none: () => none, some: () => some },
    mutants.skillSources,
  )
})
