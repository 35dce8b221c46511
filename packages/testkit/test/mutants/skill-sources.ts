import type { Scope, Skill, SkillSource } from '@lamella/core'
import type { LoadedSkill, SkillFile, SkillFileRequest, Skills } from '@lamella/core/plugin'
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

const isAda = ({ tenant, user }: Scope): boolean => tenant === 'acme' && user === 'ada'

const nameless: LoadedSkill = { name: 'new', description: '', body: '' }

function loaded(name: string): LoadedSkill | undefined {
  const skill = skills.find((one) => one.name === name)
  return skill && { ...skill, body: `How to do ${name}.`, resources: ['a.md'] }
}

function fileOf(name: string, path: string, { maxBytes = 100 }: SkillFileRequest): SkillFile | undefined {
  if (loaded(name) === undefined || !['a.md', 'SKILL.md'].includes(path)) return undefined
  const bytes = new TextEncoder().encode('A file.')
  return { bytes: bytes.subarray(0, maxBytes), size: bytes.length }
}

/** A correct source whose skills can be read. */
const reads = {
  skills: readsOf(correct),
  load: async (scope: Scope, name: string) => (isAda(scope) ? loaded(name) : undefined),
  readFile: async (scope: Scope, name: string, path: string, request: SkillFileRequest) =>
    isAda(scope) ? fileOf(name, path, request) : undefined,
} satisfies SkillSource

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
  {
    code: 'SKILL_SOURCE_LOAD',
    name: 'loads skills of every scope',
    make: () => ({ ...reads, load: (_scope, name) => loaded(name) }),
  },
  {
    code: 'SKILL_SOURCE_LOAD',
    name: 'loads a skill for every name',
    make: () => ({ ...reads, load: async (scope, name) => (isAda(scope) ? (loaded(name) ?? nameless) : undefined) }),
  },
  {
    code: 'SKILL_SOURCE_FILES',
    name: "joins the path to the skill's folder as it is",
    make: () => ({
      ...reads,
      readFile: async (scope, name, path, request) =>
        path.startsWith('../') ? { bytes: new Uint8Array(3), size: 3 } : reads.readFile(scope, name, path, request),
    }),
  },
  {
    code: 'SKILL_SOURCE_FILES',
    name: 'reads the whole file whatever is asked for',
    make: () => ({
      ...reads,
      readFile: async (scope, name, path, { signal }) => reads.readFile(scope, name, path, { signal }),
    }),
  },
  {
    code: 'SKILL_SOURCE_FILES',
    name: 'reads the files of every scope',
    make: () => ({ ...reads, readFile: async (_scope, name, path, request) => fileOf(name, path, request) }),
  },
]
