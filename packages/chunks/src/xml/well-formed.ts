const start =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f'
const more = '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const rest = '.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040-'
/** XML 1.0, fifth edition, productions 4, 4a and 5. */
const name = `[${start}${more}][${start}${more}${rest}]*`

const openTag = new RegExp(`<(${name})`, 'uy')
const closeTag = new RegExp(`</(${name})[ \\t\\r\\n]*>`, 'uy')
const attribute = new RegExp(`[ \\t\\r\\n]+(${name})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"([^<"]*)"|'([^<']*)')`, 'uy')
const closing = /[ \t\r\n]*(\/?)>/uy
const reference = /&(?:(?:amp|lt|gt|quot|apos)|#([0-9]+)|#x([0-9A-Fa-f]+));/uy
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u

/**
 * Returns why a text is not valid element content, as the end of a sentence, or `undefined` if it is: tags are closed
 * in order, attributes have quotes and unique names, and every `&` is escaped. Declarations, processing instructions
 * and custom entities are rejected. One pass.
 */
export function xmlProblem(text: string): string | undefined {
  if (illegal.test(text)) return 'has a character that XML cannot represent'
  const open: string[] = []
  let at = 0
  while (at < text.length) {
    const tag = text.indexOf('<', at)
    const end = tag < 0 ? text.length : tag
    const plain = text.slice(at, end)
    if (plain.includes(']]>')) return 'has an unescaped ]]>'
    if (!referencesAreKnown(plain)) return 'has an unescaped &'
    if (tag < 0) break
    const next = text.startsWith('<!', tag) ? afterLiteral(text, tag) : afterTag(text, tag, open)
    if (typeof next === 'string') return next
    at = next
  }
  return open.length === 0 ? undefined : `does not close <${open.at(-1)}>`
}

/** Returns where a comment or a CDATA section ends, or the problem with it. */
function afterLiteral(text: string, from: number): number | string {
  const isComment = text.startsWith('<!--', from)
  if (!isComment && !text.startsWith('<![CDATA[', from)) return 'has a declaration'
  const end = isComment ? text.indexOf('--', from + 4) : text.indexOf(']]>', from + 9)
  if (end < 0) return 'has an unclosed comment or CDATA section'
  return !isComment || text[end + 2] === '>' ? end + 3 : 'has -- in a comment'
}

/** Returns where a tag ends, or the problem with it. Updates the open elements. */
function afterTag(text: string, from: number, open: string[]): number | string {
  if (text[from + 1] === '/') {
    const closed = match(closeTag, text, from)
    if (!closed) return 'has an unescaped <'
    const wanted = open.pop()
    if (wanted === closed[1]) return closeTag.lastIndex
    return `closes <${closed[1]}> ${wanted === undefined ? 'that is not open' : `before <${wanted}>`}`
  }
  const opened = match(openTag, text, from)
  if (!opened) return 'has an unescaped <'
  const names = new Set<string>()
  let at = openTag.lastIndex
  for (let found = match(attribute, text, at); found; found = match(attribute, text, at)) {
    const [, key = '', double, single] = found
    if (names.has(key)) return `has the attribute ${key} twice`
    if (!referencesAreKnown(double ?? single ?? '')) return 'has an unescaped &'
    names.add(key)
    at = attribute.lastIndex
  }
  const closed = match(closing, text, at)
  if (!closed) return `has a malformed tag <${opened[1]}>`
  if (closed[1] === '') open.push(opened[1] ?? '')
  return closing.lastIndex
}

/**
 * Returns where the tag that begins here ends, regardless of open elements and attribute values, or `undefined` if none
 * begins.
 */
export function tagEnd(text: string, from: number): number | undefined {
  if (match(closeTag, text, from)) return closeTag.lastIndex
  if (!match(openTag, text, from)) return undefined
  let at = openTag.lastIndex
  while (match(attribute, text, at)) at = attribute.lastIndex
  return match(closing, text, at) ? closing.lastIndex : undefined
}

/** Returns where the comment or CDATA section that begins here ends, or `undefined` if none begins. */
export function literalEnd(text: string, from: number): number | undefined {
  const end = afterLiteral(text, from)
  return typeof end === 'number' ? end : undefined
}

function referencesAreKnown(text: string): boolean {
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    const found = match(reference, text, at)
    if (!found) return false
    const [, decimal, hex] = found
    if (decimal === undefined && hex === undefined) continue
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (code > 0x10ffff || illegal.test(String.fromCodePoint(code))) return false
  }
  return true
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
