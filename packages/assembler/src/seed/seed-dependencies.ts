import { isObject } from '@lamella/core/plugin'
import { isSessionStore } from '../assembly/conversation.ts'
import type { AssemblerDependencies as Dependencies } from '../contract/dependencies.ts'
import type { ParameterLayer } from '../contract/parameters.ts'
import type { SessionMetadata as Metadata } from '../contract/session-reader.ts'
import type { ActiveSkill, SkillProvider } from '../contract/skill-provider.ts'
import type { AssemblerDependencies } from './contract.ts'
import { fromSeed, parameterNames } from './names.ts'

/** Converts the page's dependencies to those of the main entry, which validates them. */
export function dependenciesOf(given: AssemblerDependencies): Dependencies {
  if (!isObject(given)) return given as Dependencies
  const { sessionStore, getAgentMetadata, getSessionMetadata, skillProvider } = given
  return {
    ...given,
    sessionStore: storeOf(sessionStore),
    ...(typeof getAgentMetadata === 'function' && {
      getAgentMetadata: async (agentId: string) => metadataOf(await getAgentMetadata(agentId)),
    }),
    ...(typeof getSessionMetadata === 'function' && {
      getSessionMetadata: async (sessionId: string) => metadataOf(await getSessionMetadata(sessionId)),
    }),
    ...(typeof skillProvider?.getActiveSkills === 'function' && { skillProvider: byPriority(skillProvider) }),
  } as Dependencies
}

function storeOf(store: AssemblerDependencies['sessionStore']): object {
  if (!isObject(store) || isSessionStore(store) || typeof store.getMessages !== 'function') return store
  const { getMetadata } = store
  return {
    getMessages: (sessionId: string) => store.getMessages(sessionId),
    ...(typeof getMetadata === 'function' && {
      getMetadata: async (sessionId: string) => metadataOf(await getMetadata.call(store, sessionId)),
    }),
  }
}

function metadataOf(value: unknown): Metadata | undefined {
  if (!isObject(value)) return value as undefined
  const { agentId, defaults, ...rest } = value
  return {
    ...rest,
    ...(agentId !== undefined && { agent: agentId as string }),
    ...(defaults !== undefined && {
      defaults: (isObject(defaults) ? fromSeed(parameterNames, defaults) : defaults) as ParameterLayer,
    }),
  }
}

/** The page uses one number for two things: the skill with the highest priority comes first, and is dropped last. */
function byPriority(provider: SkillProvider): SkillProvider {
  const place = async (skill: ActiveSkill): Promise<ActiveSkill> => {
    if (!isObject(skill)) return skill
    const priority = skill.priority ?? (await provider.getSkillPriority?.(skill.id)) ?? 0
    return Number.isFinite(priority) ? { ...skill, priority, order: 0 - priority } : skill
  }
  return {
    getActiveSkills: async (agentId, sessionId) => {
      const skills = await provider.getActiveSkills(agentId, sessionId)
      return Array.isArray(skills) ? Promise.all((skills as readonly ActiveSkill[]).map(place)) : skills
    },
    getSkillInstructions: (id) => provider.getSkillInstructions?.(id),
    getSkillTools: (id) => provider.getSkillTools?.(id) ?? [],
    getSkillPriority: (id) => provider.getSkillPriority?.(id),
  }
}
