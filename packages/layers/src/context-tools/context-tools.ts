import type { Scope } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  isObject,
  isSeenBy,
  mustBeFunction,
  mustBeObject,
  mustBeTexts,
  mustBeWhole,
  mustHaveMethod,
} from '@lamella/core/plugin'
import type { ReadyTool, ToolCallOptions } from '@lamella/store'
import type { ContextToolsOptions, ToolSettings } from './contract.ts'
import { findSkillTool } from './find-skill.ts'
import { memoryTools } from './memory-tools.ts'
import { recallTool } from './recall-tool.ts'
import { skillTools } from './skill-tools.ts'
import { type ToolSet, toolSet } from './tool-set.ts'

const isTool = (one: unknown): boolean =>
  isObject(one) && typeof one['name'] === 'string' && typeof one['execute'] === 'function'
const actions = ['remember', 'forget']

const checks: Checks<ContextToolsOptions> = {
  skills: mustHaveMethod('skills'),
  skillIndex: mustBeFunction,
  memory: mustBeObject,
  ranker: mustHaveMethod('rank'),
  sessions: mustBeObject,
  scope: mustBeObject,
  allow: (value) =>
    Array.isArray(value) && value.every((one) => actions.includes(one))
      ? undefined
      : "must be a list of 'remember' and 'forget'",
  audience: mustBeTexts,
  maxCharacters: mustBeWhole(500),
  more: (value) => (Array.isArray(value) && value.every(isTool) ? undefined : 'must be a list of tools with executors'),
  now: mustBeFunction,
  onError: mustBeFunction,
}

/**
 * Creates the tools with which a model uses skills, memory and earlier sessions: `load_skill`, `read_skill_file`, `find_skill`,
 * `search_memory`, `remember`, `forget` and `recall`, as far as the sources can and the options allow. Pass `definitions`
 * to a build, or `tools` to `generateText` of the AI SDK, and run calls with `handle`.
 *
 * The scope is the host's, never the model's. An invalid input, a foreign id or a failing store is an `error-text` with
 * what to do; no call rejects. Answers are bounded, and say what is left.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const memory = { search: async () => [{ item: { id: 'tea', text: 'Green tea.', kind: 'note', revision: 1 }, score: 1, by: [] }] }
 * const { definitions, handle } = contextTools({ memory, scope: { tenant: 'acme', user: 'anna', kind: 'private' } })
 * const output = await handle('search_memory', { query: 'What does she drink?' })
 */
export function contextTools(options: ContextToolsOptions): ToolSet {
  const {
    skills,
    skillIndex,
    memory,
    ranker,
    sessions,
    scope,
    allow = [],
    audience = ['private'],
    maxCharacters = 8_000,
    more = [],
    now,
    onError,
  } = checkOptions('contextTools', options, checks)
  const settings: ToolSettings = { scope, audience, maxCharacters, now, onError }
  const isPersonal = scope === undefined || isSeenBy(audience, scope.kind)
  return toolSet([
    ...(skills ? skillTools(skills, settings) : []),
    ...(skills && skillIndex ? [findSkillTool(skills, skillIndex, settings)] : []),
    ...(memory && isPersonal ? memoryTools(memory, ranker, allow, settings) : []),
    ...(sessions?.search && isPersonal ? [recallTool(sessions, settings)] : []),
    ...(scope === undefined ? more : more.map((tool) => withScope(tool, scope))),
  ])
}

/** The same tool, whose calls have the scope of the set unless they bring one. */
function withScope(tool: ReadyTool, scope: Scope): ReadyTool {
  return Object.freeze({
    ...tool,
    execute: (input: unknown, options: ToolCallOptions = {}) =>
      tool.execute(input, options.scope === undefined ? { ...options, scope } : options),
  })
}
