/**
 * Matches characters that end a text, that a parser would change, or that XML 1.0 does not allow (section 2.2),
 * including halves of surrogate pairs.
 */
const inText = /[&<>\r]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const inAttribute = /[&<>"'\t\n\r\u007f-\u009f\u2028\u2029]|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  // Parsers turn a literal carriage return into a line feed.
  '\r': '&#13;',
}

/** Characters that XML allows, but that some readers treat as a line end or ignore. */
const lineEndLike = /^[\u007f-\u009f\u2028\u2029]$/

/** The replacement for characters that XML cannot represent. */
const reference = (character: string): string =>
  references[character] ?? (lineEndLike.test(character) ? `&#${character.charCodeAt(0)};` : '\ufffd')

/**
 * Escapes a text for the inside of an element: a parser reads it back unchanged, and nothing in it can close a tag or
 * open another, also not with a bracket that looks like one, such as `＜`. Quotes stay, so that JSON and code stay readable.
 * Control characters and halves of surrogate pairs, which XML does not allow, become U+FFFD.
 *
 * @example
 * escapeText('if (a < b && c) "yes"') // 'if (a &lt; b &amp;&amp; c) "yes"'
 */
export function escapeText(text: string): string {
  return escapeLookalikes(text.replace(inText, reference))
}

/**
 * Escapes a text for the value of an attribute, on one line and in quotes of either kind: like `escapeText`, plus
 * quotes, tabs, control characters and everything some reader treats as a line break.
 *
 * @example
 * escapeAttribute('say "hi"') // 'say &quot;hi&quot;'
 */
export function escapeAttribute(text: string): string {
  return escapeLookalikes(text.replace(inAttribute, reference))
}

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

/** The tags around a run's updates and digests: only the core writes them. */
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
function escapeLookalikes(text: string): string {
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

/**
 * `<` and the characters that a reader may take for it: those that Unicode decomposes into it or lists as confusable with it
 * (UTS #39, `confusables.txt`), and the single angle brackets, also as decomposed. Double ones such as `«` and `《` quote.
 */
const bracketCharacters =
  '<\\u226e\\ufe64\\uff1c\\u02c2\\u1438\\u16b2\\u2039\\u276e\\u{1d236}\\u2329\\u27e8\\u276c\\u2770\\u2991\\u29fc\\u3008\\ufe3f'

const anyBracket: RegExp = new RegExp(`[${bracketCharacters}]`, 'gu')
const isBracket: RegExp = new RegExp(`[${bracketCharacters}]`, 'u')

/** `/`, and what Unicode lists as confusable with it or decomposes into it. */
const isSlash: RegExp = /^[/\uff0f\u2044\u2215\u2571\u27cb\u29f8]/u

/** Letters of other scripts that look like Latin ones (UTS #39, `confusables.txt`), for the letters of tags. */
const lettersAlike: Readonly<Record<string, string>> = {
  a: '\u0430\u0410\u03b1\u0391\u0251',
  b: '\u044c\u042c\u0412\u0392',
  c: '\u0441\u0421\u03f2\u03f9',
  d: '\u0501',
  e: '\u0435\u0415\u0395',
  g: '\u0261\u0581\u050c',
  i: '\u0456\u0406\u03b9\u0399\u0131',
  k: '\u043a\u041a\u03ba\u039a',
  l: '\u04cf\u04c0\u01c0',
  n: '\u0578\u039d',
  o: '\u043e\u041e\u03bf\u039f\u0585',
  p: '\u0440\u0420\u03c1\u03a1',
  s: '\u0455\u0405',
  t: '\u0442\u0422\u03c4\u03a4',
  u: '\u03c5\u057d',
  v: '\u0475\u03bd',
  x: '\u0445\u0425\u03c7\u03a7',
  '-': '\u2212',
  ':': '\ua789\u02d0\u2236\u05c3',
}

const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries(lettersAlike).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
)

/**
 * Returns the lower-case Latin letter, `-`, `_` or `:` that a character is or looks like; of other characters something else.
 * Compatibility forms, such as full-width and mathematical letters, and letters with accents count as the plain letter.
 */
function plainLetter(character: string): string {
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '')
  if (/^\p{Pd}$/u.test(plain)) return '-'
  return latinOf.get(plain) ?? plain.toLowerCase()
}
