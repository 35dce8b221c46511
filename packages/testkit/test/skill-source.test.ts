import type { SkillSource } from '@lamella/core'
import { skillSourceSuite } from '@lamella/testkit'
import { describe } from 'vitest'
import { mutants } from './mutants/index.ts'
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

const readable: SkillSource = {
  ...some,
  load: async ({ tenant, user }, name) =>
    tenant === 'acme' && user === 'ada' && name === 'mail'
      ? { name, description: '', body: 'Write.', resources: ['a.md', 'empty.md'] }
      : undefined,
  readFile: async ({ tenant, user }, name, path, { maxBytes = 10 }) => {
    if (tenant !== 'acme' || user !== 'ada' || name !== 'mail') return undefined
    if (path === 'empty.md') return { bytes: new Uint8Array(), size: 0 }
    return path === 'a.md' ? { bytes: new Uint8Array(4).subarray(0, maxBytes), size: 4 } : undefined
  },
}

describe('skillSourceSuite', () => {
  prove(
    (make, options) => skillSourceSuite(make, { ...options, patience: 100, others }),
    { none: () => none, some: () => some, readable: () => readable },
    mutants.skillSources,
  )
})
