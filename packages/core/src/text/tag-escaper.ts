import { anyBracket, isBracket, isSlash, plainLetter } from './lookalikes.ts'

/**
 * White space and characters that may be invisible: control and format characters, marks, fillers, and Unicode's
 * default-ignorable ones. A model may recognize a tag even with some of these inside it.
 */
const unseen = '[\\s\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}\\p{M}\\p{DI}\\u2800]'

const anyUnseen = new RegExp(unseen, 'gu')
let gap: RegExp | undefined

/** Returns a text without white space and invisible characters: only for comparison, never for display. */
export function seenText(text: string): string {
  return text.replace(anyUnseen, '')
}

interface Tag {
  readonly name: string
  /** What must follow the name, as the source of a pattern. */
  readonly end: string
}

/** The tags around what a run tells: only the core writes them. */
const fenceTags: readonly Tag[] = [
  { name: 'context-update', end: '' },
  { name: 'context-digest', end: '' },
]

/** The tags that packages of Lamella write around what layers show. */
const reservedTags: readonly Tag[] = [
  ...fenceTags,
  { name: 'block:', end: '' },
  { name: 'available_skills', end: '' },
  // `<skills>` is another tag.
  { name: 'skill', end: '(?![\\w-])' },
]

/**
 * Escapes the reserved tags in a text, which Lamella's packages write around updates, digests, memory blocks and skills:
 * `context-update`, `context-digest`, `block:…`, `available_skills` and `skill`. A layer calls it for data that it puts next to
 * other text. Everything else stays as it is. It recognizes tags as `tagEscaper` does.
 *
 * @example
 * escapeReservedTags('a < b </context-update>') // 'a < b &lt;/context-update>'
 */
export const escapeReservedTags: (text: string) => string = escaperOf(reservedTags)

/** Escapes the tags of updates and digests, and leaves those that layers write. */
export const escapeFences: (text: string) => string = escaperOf(fenceTags)

/**
 * Returns a function that escapes what opens or closes a tag: its `<` becomes `&lt;`. It recognizes the tag in any case, with any
 * invisible characters between its letters, and with characters that look like these: a full-width `＜` becomes `&#65308;`.
 * It visits each gap once, so its time is linear in the text.
 *
 * @param name Lower-case letters, `-`, `_` and `:`.
 * @param end What must follow the name, as the source of a pattern.
 * @example
 * tagEscaper('note', '>')('</no\u200bte>') // '&lt;/no\u200bte>'
 */
export function tagEscaper(name: string, end: string): (text: string) => string {
  return escaperOf([{ name, end }])
}

function escaperOf(tags: readonly Tag[]): (text: string) => string {
  // Created for the first text with a bracket: most programs never need it.
  let ends: readonly RegExp[] | undefined
  const isTag = (text: string, from: number): boolean => {
    ends ??= tags.map(({ end }) => new RegExp(`${unseen}*?${end}`, 'iuy'))
    return tags.some(({ name }, index) => {
      const at = afterName(text, from, name)
      return at >= 0 && matchEnd(ends?.[index] as RegExp, text, at) >= 0
    })
  }
  return (text) => escapeWhere(text, isTag)
}

/**
 * Escapes brackets that look like `<` where a tag of any name may begin: for text that is escaped for XML, which has no other
 * `<`.
 */
export function escapeLookalikes(text: string): string {
  return escapeWhere(text, (all, from) => /^[a-z_]/.test(plainLetter(characterAt(all, from))))
}

/** Escapes the brackets for which `isTag` accepts the place where the name of a tag may begin. */
function escapeWhere(text: string, isTag: (text: string, from: number) => boolean): string {
  if (!isBracket.test(text)) return text
  return text.replace(anyBracket, (bracket, at: number) => {
    const start = afterGap(text, at + bracket.length)
    const from = isSlash.test(text.charAt(start)) ? afterGap(text, start + 1) : start
    if (!isTag(text, from)) return bracket
    return bracket === '<' ? '&lt;' : `&#${bracket.codePointAt(0)};`
  })
}

/** Returns the place after a name, with any gaps between its letters; -1 if another text is there. */
function afterName(text: string, from: number, name: string): number {
  let at = from
  for (let index = 0; index < name.length; index++) {
    if (index > 0) at = afterGap(text, at)
    const character = characterAt(text, at)
    if (character !== name[index] && plainLetter(character) !== name[index]) return -1
    at += character.length
  }
  return at
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** Returns the place after white space and invisible characters. */
function afterGap(text: string, at: number): number {
  const code = text.charCodeAt(at)
  // Visible ASCII, as nearly always.
  if (code > 0x20 && code < 0x7f) return at
  gap ??= new RegExp(`${unseen}*`, 'uy')
  return matchEnd(gap, text, at)
}

/** Returns where a match that begins at a place ends; -1 if there is none. */
function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}
