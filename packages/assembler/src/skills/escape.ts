import { tagOpening } from '@lamella/core/plugin'

/** Made when a text has a `<`: it takes two milliseconds, and most programs do not need it. */
let skillTag: RegExp | undefined

/**
 * Escapes a text so that it cannot open or close the tag of a skill: the `<` of `<skill>` and `</skill>` becomes
 * `&lt;`. Everything else, including other markup, stays unchanged, so that instructions are read as written.
 */
export function escapeSkillTags(text: string): string {
  if (!text.includes('<')) return text
  skillTag ??= tagOpening('skill', '(?![\\w-])')
  return text.replace(skillTag, '&lt;')
}
