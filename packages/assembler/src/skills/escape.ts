import { tagOpening } from '@lamella/core/plugin'

const skillTag = tagOpening('skill', '(?![\\w-])')

/**
 * A text that cannot open or close the tag of a skill: the `<` of `<skill>` and `</skill>` becomes `&lt;`. Everything else stays
 * as it is, other markup included, so that instructions are read as they were written.
 */
export function escapeSkillTags(text: string): string {
  return text.replace(skillTag, '&lt;')
}
