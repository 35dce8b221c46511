import { tagEscaper } from '@lamella/core/plugin'

/**
 * Escapes a text so that it cannot open or close the tag of a skill: the `<` of `<skill>` and `</skill>` becomes
 * `&lt;`. Everything else, including other markup, stays unchanged, so that instructions are read as written.
 */
export const escapeSkillTags: (text: string) => string = tagEscaper('skill', '(?![\\w-])')
