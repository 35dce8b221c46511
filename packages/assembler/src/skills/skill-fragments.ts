import type { Fragment, Kept } from '@lamella/core'
import { createBoundedMap, escapeAttribute, escapeReservedTags } from '@lamella/core/plugin'
import type { ResolvedSkill } from './resolve-skills.ts'

/** The number of skills to remember. */
const remembered = 1_000

type Shown = Pick<ResolvedSkill, 'id' | 'name' | 'instructions' | 'examples' | 'priority'>

interface Known {
  readonly skill: Shown
  readonly fragment: Fragment
}

/** How to show skills. */
export interface SkillFragmentsOptions {
  /** Whether to also show their examples. */
  readonly examples: boolean
}

/**
 * Creates the fragments of a skills layer: one per skill, dropped by its priority. Skills without text have none. A
 * skill with unchanged text keeps its fragment object, so a build without changes creates nothing new.
 */
export function createSkillFragments({
  examples,
}: SkillFragmentsOptions): (skills: readonly Shown[]) => readonly Fragment[] {
  const known = createBoundedMap<string, Known>(remembered)
  const recall = (skill: Shown): Fragment => {
    const before = known.get(skill.id)
    if (before !== undefined && isSame(before.skill, skill, examples)) return before.fragment
    const { id, name, instructions, priority } = skill
    const fragment = fragmentOf(skill, examples)
    known.set(id, { skill: { id, name, instructions, examples: [...skill.examples], priority }, fragment })
    return fragment
  }
  return (skills) => skills.filter((skill) => saysAnything(skill, examples)).map(recall)
}

/** Composes the text of a layer of skills. */
export function composeSkills(kept: readonly Kept[]): string {
  const texts = kept.flatMap(({ content }) => (typeof content === 'string' ? [content] : []))
  return texts.length === 0 ? '' : `Active skills:\n\n${texts.join('\n\n')}`
}

function fragmentOf(skill: Shown, examples: boolean): Fragment {
  const { id, priority } = skill
  const origin = { by: 'owner', from: `skill ${id}` } as const
  return Object.freeze({ id: `skill:${id}`, content: skillText(skill, examples), rank: priority, origin })
}

/** Formats one skill for the model. No text in it can close its tag or look like the beginning of another skill. */
function skillText({ name, instructions, examples }: Shown, withExamples: boolean): string {
  const parts = [instructions.trim()]
  if (withExamples && examples.length > 0) {
    parts.push(['Examples:', ...examples.map((one) => `- ${one.trim().replace(/\r?\n/g, '\n  ')}`)].join('\n'))
  }
  const text = parts.filter((part) => part !== '').join('\n\n')
  return `<skill name="${escapeAttribute(name)}">\n${escapeReservedTags(text)}\n</skill>`
}

function saysAnything({ instructions, examples }: Shown, withExamples: boolean): boolean {
  return instructions.trim() !== '' || (withExamples && examples.length > 0)
}

function isSame(a: Shown, b: Shown, withExamples: boolean): boolean {
  if (a.name !== b.name || a.instructions !== b.instructions || a.priority !== b.priority) return false
  if (!withExamples) return true
  return a.examples.length === b.examples.length && a.examples.every((example, index) => example === b.examples[index])
}
