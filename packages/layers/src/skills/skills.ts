import {
  defineLayer,
  type Fragment,
  fair,
  type Layer,
  type LayerResult,
  type Notice,
  type Skill,
  type SkillSource,
} from '@lamella/core'
import { checkOptions, mustBeOneOf, mustBeText, mustBeWhole, mustHaveMethod, type Omission } from '@lamella/core/plugin'
import { returnedList } from '../shared/read-text.ts'
import { rememberByFields, rememberLast } from '../shared/remember.ts'
import { keptTexts } from '../shared/shorter.ts'
import { headingFor, listings, searchFragment, searchId, skillFragment } from './listing.ts'
import { loadableWith } from './loading-tools.ts'

/** Options of `skills`. */
export interface SkillsOptions {
  readonly source: SkillSource
  /**
   * `'xml'`, the default: `<available_skills>` as in the Agent Skills reference implementation. `'list'`: one line per
   * skill, with about a third fewer tokens.
   */
  readonly listing?: 'xml' | 'list'
  /**
   * Name of the tool with which the model loads a skill; the list mentions it. Default: any tool in the request whose
   * name suggests that it loads skills (`load_skill`), or that it reads files, for skills with a location (`read_file`,
   * `bash`).
   */
  readonly loadWith?: string
  /**
   * `'loadable'`, the default: skills are listed if the request has a tool that loads them, and the report counts the
   * others. `'always'`: skills are listed even without one, for applications that load skills by other means.
   */
  readonly advertise?: 'loadable' | 'always'
  /**
   * The most skills that are listed if the request has the tool `find_skill` of `contextTools({ skillIndex })`, under whatever
   * prefix. Of more none is listed, and the model is advised to search. 0 or more, default 100.
   */
  readonly maxListed?: number
}

/**
 * Creates the skills layer: name, description and location of each available skill, never its body. Order 400, priority
 * 30, stability `session`, at least 700 tokens. When tokens run out, all long descriptions are cut before any is
 * dropped, and all are dropped before any name is: policy `fair`. Without skills the layer is empty and has no heading.
 * Of skills with the same name the first is listed, and the report has a notice. Skills that the model has no tool to
 * load are not listed. More skills than `maxListed` are not listed either if the model has a tool that finds them: one sentence
 * advises it to search. In a run, new skills are added, and a listed skill that no longer exists ends the epoch.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const found = { skills: () => ({ skills: [{ name: 'tax', description: 'Fills in tax forms.' }] }) }
 * const context = await createContext()
 *   .use(skills({ source: found, listing: 'list' }))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' }, tools: [{ name: 'load_skill', inputSchema: {} }] })
 */
export function skills(options: SkillsOptions): Layer<'skills'> {
  const {
    source,
    listing = 'xml',
    loadWith,
    advertise = 'loadable',
    maxListed = 100,
  } = checkOptions(
    'skills',
    options,
    {
      source: mustHaveMethod('skills'),
      listing: mustBeOneOf(Object.keys(listings)),
      loadWith: mustBeText,
      advertise: mustBeOneOf(['loadable', 'always']),
      maxListed: mustBeWhole(0),
    },
    ['source'],
  )
  const heading = headingFor(loadWith)
  const { open, close } = listings[listing]
  const fragmentOf = rememberByFields(['name', 'description', 'location'], (skill: Skill) =>
    skillFragment(skill, listings[listing]),
  )
  const textOf = rememberLast((items) => heading + open + items.join('\n') + close)

  return defineLayer('skills', {
    order: 400,
    priority: 30,
    stability: 'session',
    // Room for the names of about fifty skills.
    budget: { min: 700 },
    truncation: fair,
    update: 'add',
    load: async ({ scope, tools, signal, run }): Promise<LayerResult> => {
      const found = await source.skills(scope, { signal })
      const listed = returnedList<Skill>(found, 'source.skills()', 'skills', ['name', 'description'])
      const fragments = new Map<string, Fragment>()
      const notices: Notice[] = [...(found.notices ?? [])]
      const isLoadable = advertise === 'always' ? () => true : loadableWith(tools, loadWith)
      let left = 0
      for (const skill of listed) {
        if (!isLoadable(skill)) {
          left++
          continue
        }
        const fragment = fragmentOf(skill)
        const problem = fragment.id === '' ? nameless : fragments.has(fragment.id) ? duplicate(fragment.id) : undefined
        if (problem === undefined) fragments.set(fragment.id, fragment)
        else notices.push(skill.location === undefined ? problem : { ...problem, from: skill.location })
      }
      const revoked = run?.told.filter((id) => id !== searchId && !fragments.has(id))
      const finder = fragments.size > maxListed && tools.find(({ name }) => name.endsWith('find_skill'))
      const omitted = left > 0 ? [notLoadable(left, loadWith)] : []
      if (finder) omitted.push({ count: fragments.size, reason: `found by ${finder.name}` })
      const shown = finder ? [searchFragment(finder.name, loadWith)] : [...fragments.values()]
      return { fragments: shown, ...(revoked && { revoked }), omitted, notices }
    },
    compose: (kept) => {
      const items = keptTexts(kept)
      if (items[0]?.id === searchId) return items[0].text
      return items.length === 0 ? '' : textOf(items.map(({ text }) => text))
    },
  })
}

function notLoadable(count: number, loadWith: string | undefined): Omission {
  const tool =
    loadWith === undefined
      ? 'tool that loads skills or reads files: contextTools adds load_skill'
      : `tool '${loadWith}'`
  return { count, reason: `not listed, because the request has no ${tool}` }
}

const nameless: Notice = {
  code: 'SKILL_NAMELESS',
  what: 'A skill has no name and was left out.',
  fix: 'Name it.',
}

function duplicate(name: string): Notice {
  return {
    code: 'SKILL_DUPLICATE',
    what: `Two skills have the name '${name}'; the first is listed.`,
    fix: 'Rename one of them.',
  }
}
