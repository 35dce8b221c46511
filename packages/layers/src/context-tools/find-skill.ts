import type { ReadyTool, Skill, SkillSource, ToolFinder } from '@lamella/core'
import { answer } from '@lamella/core/plugin'
import { foundItems, foundJson } from '../shared/found-json.ts'
import { oneLine } from '../shared/plain-text.ts'
import type { ContextToolsOptions, ToolSettings } from './contract.ts'
import { makeTool } from './make-tool.ts'

/** The name by which the list of skills knows that there is a search. */
export const findSkillName = 'find_skill'

/** The most skills of an answer. */
const most = 5

const nothing = 'No skill fits. Search once more with other words for the same task, or go on without a skill.'
const advice = `No skill surely fits. Load one of the nearest only if it is for this task. Otherwise search once more with other words, or go on without a skill.`

/** Makes the tool with which a model finds skills, for workspaces with more of them than a prompt can list. */
export function findSkillTool(
  source: SkillSource,
  makeIndex: NonNullable<ContextToolsOptions['skillIndex']>,
  settings: ToolSettings,
): ReadyTool {
  const catalogOf = lastCatalog(makeIndex)
  return makeTool(
    {
      name: findSkillName,
      description:
        'Finds skills, which are instructions for a kind of task. Search for the task in a few words, or with the sentence that asks for it. The answer lists up to five by name; load the one that fits before you begin.',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 1_000, description: 'The task.' },
      },
      required: ['query'],
      isPersonal: false,
      run: async ({ input, scope, signal }) => {
        const { skills } = await source.skills(scope, { signal })
        const { byName, index } = catalogOf(skills)
        const hits = index.search(String(input.get('query')), { limit: most, filter: (name) => byName.has(name) })
        const found = foundItems(hits, (name) => byName.get(name))
        const { maxCharacters } = settings
        // A location is for models that read the file themselves.
        const show = source.load === undefined ? withLocation : described
        return answer(found.length === 0 ? nothing : foundJson(found, { key: 'skills', advice, maxCharacters, show }))
      },
    },
    settings,
  )
}

function described({ name, description }: Skill): object {
  return { name, description: oneLine(description) }
}

function withLocation(skill: Skill): object {
  return { ...described(skill), ...(skill.location !== undefined && { location: skill.location }) }
}

interface Catalog {
  readonly byName: ReadonlyMap<string, Skill>
  readonly index: ToolFinder
}

/** Returns the catalog of a list of skills, which is made anew only if the list has changed. */
function lastCatalog(makeIndex: NonNullable<ContextToolsOptions['skillIndex']>): (skills: readonly Skill[]) => Catalog {
  let last: { readonly skills: readonly Skill[]; readonly catalog: Catalog } | undefined
  return (skills) => {
    if (last !== undefined && isSame(last.skills, skills)) return last.catalog
    const byName = new Map<string, Skill>()
    for (const skill of skills) if (skill.name.trim() !== '' && !byName.has(skill.name)) byName.set(skill.name, skill)
    const index = makeIndex(
      [...byName.values()].map(({ name, description }) => ({ name, description, inputSchema: { type: 'object' } })),
    )
    const catalog = { byName, index }
    last = { skills: skills.map(({ name, description }) => ({ name, description })), catalog }
    return catalog
  }
}

function isSame(one: readonly Skill[], other: readonly Skill[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, description }, at) => name === other[at]?.name && description === other[at]?.description)
  )
}
