import {
  checkOptions,
  defineLayer,
  type Fragment,
  fair,
  type Layer,
  type LayerResult,
  mustBeOneOf,
  mustHaveMethod,
  type Notice,
  type Skill,
  type SkillSource,
} from '@lamella/core'
import { rememberByFields, rememberLast } from '../shared/remember.ts'
import { keptTexts } from '../shared/shorter.ts'
import { listings, skillFragment } from './listing.ts'

/** Options of `skills`. */
export interface SkillsOptions {
  readonly source: SkillSource
  /**
   * `'xml'`, the default: `<available_skills>` as in the Agent Skills reference implementation. `'list'`: one line a
   * skill, with about a third fewer tokens.
   */
  readonly listing?: 'xml' | 'list'
}

/**
 * The skills that are there: name, description and location of each, never their bodies. Order 400, priority 30,
 * stability `session`, at least 700 tokens. When tokens run out all long descriptions are cut before any is left out, and
 * all are left out before any name is: policy `fair`. Without skills there is nothing, no heading either. Of skills of
 * one name the first is listed, and the report has a notice.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const found = { skills: () => ({ skills: [{ name: 'tax', description: 'Fills in tax forms.' }] }) }
 * const context = await createContext()
 *   .use(skills({ source: found, listing: 'list' }))
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' }, message: 'My tax return is due.' })
 */
export function skills(options: SkillsOptions): Layer<'skills'> {
  const { source, listing = 'xml' } = checkOptions(
    'skills',
    options,
    { source: mustHaveMethod('skills'), listing: mustBeOneOf(Object.keys(listings)) },
    ['source'],
  )
  const { open, close } = listings[listing]
  const fragmentOf = rememberByFields(['name', 'description', 'location'], (skill: Skill) =>
    skillFragment(skill, listings[listing]),
  )
  const textOf = rememberLast((items) => open + items.join('\n') + close)

  return defineLayer('skills', {
    order: 400,
    priority: 30,
    stability: 'session',
    // Room for the names of some fifty skills.
    budget: { min: 700 },
    truncation: fair,
    load: async ({ scope, signal }): Promise<LayerResult> => {
      const found = await source.skills(scope, { signal })
      const fragments = new Map<string, Fragment>()
      const notices: Notice[] = [...(found.notices ?? [])]
      for (const skill of found.skills) {
        const fragment = fragmentOf(skill)
        const problem = fragment.id === '' ? nameless : fragments.has(fragment.id) ? duplicate(fragment.id) : undefined
        if (problem === undefined) fragments.set(fragment.id, fragment)
        else notices.push(skill.location === undefined ? problem : { ...problem, from: skill.location })
      }
      return { fragments: [...fragments.values()], notices }
    },
    compose: (kept) => {
      const items = keptTexts(kept)
      return items.length === 0 ? '' : textOf(items.map(({ text }) => text))
    },
  })
}

const nameless: Notice = { code: 'SKILL_NAMELESS', message: 'A skill without a name is left out. Give it one.' }

function duplicate(name: string): Notice {
  return {
    code: 'SKILL_DUPLICATE',
    message: `Two skills have the name '${name}'; the first is listed. Rename or remove the other.`,
  }
}
