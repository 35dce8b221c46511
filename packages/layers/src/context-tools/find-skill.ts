import type { Skill, SkillSource } from '@lamella/core'
import { answer, type ReadyTool, type ToolFinder } from '@lamella/store'
import { foundItems, foundJson } from '@lamella/store/search'
import { oneLine } from '../shared/plain-text.ts'
import type { ContextToolsOptions, ToolSettings } from './contract.ts'
import { makeTool } from './make-tool.ts'
import { queryParameter, wordsOf } from './parameters.ts'

const advice =
  'No skill surely fits. Load one of the nearest only if it is for this task; otherwise try other words, or go on without a skill.'

/** Makes the tool with which a model finds skills, for workspaces with more of them than a prompt can list. */
export function findSkillTool(
  source: SkillSource,
  makeIndex: NonNullable<ContextToolsOptions['skillIndex']>,
  { maxCharacters, ...settings }: ToolSettings,
): ReadyTool {
  const catalogOf = lastCatalog(makeIndex)
  // Only models that read the file themselves need to know where it is: JSON leaves out what is undefined.
  const show = ({ name, description, location }: Skill): object => ({
    name,
    description: oneLine(description),
    location: source.load === undefined ? location : undefined,
  })
  return makeTool(
    {
      name: 'find_skill',
      description:
        'Finds skills, which are instructions for kinds of tasks, by the task. Load the one that fits before you begin.',
      properties: { query: queryParameter },
      required: ['query'],
      isPersonal: false,
      run: async ({ input, scope, signal }) => {
        const { byName, index } = catalogOf((await source.skills(scope, { signal })).skills)
        const hits = index.search(wordsOf(input).query, { limit: 5, filter: (name) => byName.has(name) })
        const found = foundItems(hits, (name) => byName.get(name))
        return answer(found.length === 0 ? advice : foundJson(found, { key: 'skills', advice, maxCharacters, show }))
      },
    },
    { maxCharacters, ...settings },
  )
}

interface Catalog {
  readonly byName: ReadonlyMap<string, Skill>
  readonly index: ToolFinder
}

/** Returns the catalog of a list of skills, which is made anew only if the list has changed. */
function lastCatalog(makeIndex: NonNullable<ContextToolsOptions['skillIndex']>): (skills: readonly Skill[]) => Catalog {
  let last: (Catalog & { readonly key: string }) | undefined
  return (skills) => {
    const key = JSON.stringify(skills)
    if (last?.key === key) return last
    // Of two with one name the first is meant, as in a list.
    const byName = new Map(skills.toReversed().map((skill) => [skill.name, skill]))
    byName.delete('')
    const index = makeIndex(
      [...byName.values()].map(({ name, description }) => ({ name, description, inputSchema: { type: 'object' } })),
    )
    last = { key, byName, index }
    return last
  }
}
