import { tagOpening } from '@lamella/core/plugin'

const skillTag = tagOpening('skill', '(?![\\w-])')

/**
 * Escapes a text so that it cannot open or close the tag of a skill: the `<` of `<skill>` and `</skill>` becomes
 * `&lt;`. Everything else, including other markup, stays unchanged, so that instructions are read as written.
 */
export function escapeSkillTags(text: string): string {
  return text.replace(skillTag, '&lt;')
}
