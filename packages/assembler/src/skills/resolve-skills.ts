import type { Notice } from '@lamella/core'
import { checkOptions, isObject, mustBeBoolean, mustBeTexts } from '@lamella/core/plugin'
import type { ActiveSkill, SkillProvider } from '../contract/skill-provider.ts'
import type { AgentTool } from '../contract/tool-executor.ts'
import { type Asked, ask, dependencyInvalid } from '../dependency-errors.ts'
import { checkTools } from '../tools/check-tools.ts'

/** A skill with all its data. */
export interface ResolvedSkill {
  readonly id: string
  readonly name: string
  /** '' if the skill has none. */
  readonly instructions: string
  readonly tools: readonly AgentTool[]
  readonly examples: readonly string[]
  readonly order: number
  readonly priority: number
}

export interface SkillSelection {
  /** Whether to leave out all skills; the provider is then not called. Default `false`. */
  readonly skipSkills?: boolean | undefined
  /** Ids of the only skills to include. Default: all. */
  readonly skillFilter?: readonly string[] | undefined
}

/** Skills in the order in which they are shown. */
export interface ResolvedSkills {
  readonly skills: readonly ResolvedSkill[]
  /** `SKILL_DUPLICATE`, `SKILL_NOT_ACTIVE` */
  readonly notices: readonly Notice[]
}

/**
 * Returns the active skills of a session by their order, and of equal order as the provider lists them. Data that a
 * skill does not include is requested from the provider, all of it concurrently.
 *
 * @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID`, `OPTION_INVALID`
 * @example
 * const { skills } = await resolveSkills(skillProvider, 'agent-1', 'session-123', { skillFilter: ['math'] })
 */
export async function resolveSkills(
  provider: SkillProvider | undefined,
  agentId: string | undefined,
  sessionId: string,
  selection: SkillSelection = {},
): Promise<ResolvedSkills> {
  const { skipSkills = false, skillFilter } = checkOptions('resolveSkills', selection, {
    skipSkills: mustBeBoolean,
    skillFilter: mustBeTexts,
  })
  if (skipSkills) return { skills: [], notices: [] }
  const found = provider === undefined ? [] : await activeSkills(provider, agentId, sessionId)
  const wanted = skillFilter && new Set(skillFilter)
  const active = new Map<string, ActiveSkill>()
  const notices: Notice[] = []
  for (const skill of found) {
    if (wanted && !wanted.has(skill.id)) continue
    if (active.has(skill.id)) notices.push(duplicate(skill.id))
    else active.set(skill.id, skill)
  }
  for (const id of wanted ?? []) if (!active.has(id)) notices.push(notActive(id))
  const skills = await Promise.all(Array.from(active.values(), (skill) => resolve(provider, skill)))
  // Sorting keeps the order of equal elements.
  return { skills: skills.sort((a, b) => a.order - b.order), notices }
}

async function activeSkills(
  provider: SkillProvider,
  agentId: string | undefined,
  sessionId: string,
): Promise<readonly ActiveSkill[]> {
  const asked: Asked = { dependency: 'skillProvider', method: 'getActiveSkills' }
  const skills: unknown = await ask(asked, () => provider.getActiveSkills(agentId, sessionId))
  const fix = 'A skill is { id, name, instructions?, tools?, examples?, order?, priority? }.'
  if (!Array.isArray(skills)) throw dependencyInvalid(asked, 'must return a list of skills', fix)
  for (const [index, skill] of skills.entries()) {
    const problem = skillProblem(skill)
    if (problem !== undefined) throw dependencyInvalid(asked, `returned a skill at ${index} that ${problem}`, fix)
  }
  return skills
}

/** Returns the problem with a skill's own data. The rest is checked when it is requested. */
function skillProblem(skill: unknown): string | undefined {
  if (!isObject(skill)) return 'is not an object'
  const { id, name, examples, order } = skill
  if (typeof id !== 'string' || id === '') return 'has no id'
  if (typeof name !== 'string') return 'has no name'
  if (order !== undefined && !Number.isFinite(order)) return 'has an order that is not a finite number'
  const isList = Array.isArray(examples) && examples.every((one) => typeof one === 'string')
  return examples === undefined || isList ? undefined : 'has examples that are not a list of strings'
}

async function resolve(provider: SkillProvider | undefined, skill: ActiveSkill): Promise<ResolvedSkill> {
  const { id, name, examples = [], order = 0 } = skill
  const of = (method: keyof SkillProvider): Asked => ({ dependency: `skillProvider (skill '${id}')`, method })
  const [instructions, tools, priority] = await Promise.all([
    skill.instructions ?? ask(of('getSkillInstructions'), () => provider?.getSkillInstructions?.(id)),
    skill.tools ?? ask(of('getSkillTools'), () => provider?.getSkillTools?.(id)),
    skill.priority ?? ask(of('getSkillPriority'), () => provider?.getSkillPriority?.(id)),
  ])
  if (instructions !== undefined && typeof instructions !== 'string') {
    throw dependencyInvalid(of('getSkillInstructions'), 'must return a string', 'Return a string.')
  }
  if (priority !== undefined && !Number.isFinite(priority)) {
    throw dependencyInvalid(of('getSkillPriority'), 'must return a finite number', 'Return a finite number.')
  }
  return {
    id,
    name,
    instructions: instructions ?? '',
    tools: tools === undefined ? [] : checkTools(of('getSkillTools'), tools),
    examples,
    order,
    priority: priority ?? 0,
  }
}

function duplicate(id: string): Notice {
  return {
    code: 'SKILL_DUPLICATE',
    what: `Two active skills have the id '${id}'; the first is used.`,
    fix: 'Give each skill its own id.',
  }
}

function notActive(id: string): Notice {
  return {
    code: 'SKILL_NOT_ACTIVE',
    what: `The filter names the skill '${id}', which is not active.`,
    fix: 'Activate the skill, or correct the filter.',
  }
}
