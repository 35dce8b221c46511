import { escapeText } from '@lamella/core/plugin'
import { literalEnd, tagEnd, xmlProblem } from './well-formed.ts'

const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);)/g
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
const openAtStart = /^\s*<([^\s<>/="']+)/u

/**
 * Repairs markup that is not well-formed: escapes text that is not markup and keeps the markup. If the result is still
 * not well-formed, or something inside would close the outer element, only the outer element is kept; without one,
 * everything becomes text.
 */
export function mendMarkup(text: string): string {
  const inside = insideOf(text)
  const gently = escapeOutside(text)
  if (
    xmlProblem(gently) === undefined &&
    (inside === undefined || xmlProblem(escapeOutside(inside.body)) === undefined)
  ) {
    return gently
  }
  if (inside !== undefined) {
    const { open, body, close } = inside
    const asText = escapeReferences(body).replace(/</g, '&lt;').replace(/>/g, '&gt;')
    for (const one of [asText, escapeText(body)]) {
      const strictly = `${escapeReferences(open)}${one}${close}`
      if (xmlProblem(strictly) === undefined) return strictly
    }
  }
  return escapeText(text)
}

interface Inside {
  readonly open: string
  readonly body: string
  readonly close: string
}

/** Returns the parts of a text that begins with a tag and ends with its closing tag. */
function insideOf(text: string): Inside | undefined {
  const name = openAtStart.exec(text)?.[1]
  const from = text.indexOf('<')
  const end = name === undefined ? undefined : tagEnd(text, from)
  const last = text.lastIndexOf('</')
  if (name === undefined || end === undefined || last < end || text[end - 2] === '/') return undefined
  const close = text.slice(last)
  const rest = close.startsWith(`</${name}`) ? close.slice(name.length + 2).trim() : ''
  return rest === '>' ? { open: text.slice(0, end), body: text.slice(end, last), close } : undefined
}

/** Escapes text outside of tags, comments and CDATA sections, and characters not allowed in tags. */
function escapeOutside(text: string): string {
  let result = ''
  let hasLiterals = true
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<', at)
    const plain = text.slice(at, start < 0 ? text.length : start)
    result += escapeReferences(plain).replace(/\]\]>/g, ']]&gt;')
    if (start < 0) break
    const isLiteral = text.startsWith('<!', start)
    const end = isLiteral ? (hasLiterals ? literalEnd(text, start) : undefined) : tagEnd(text, start)
    // Search to the end only once for literals without an end.
    if (isLiteral && end === undefined) hasLiterals = false
    if (end === undefined) result += '&lt;'
    else result += isLiteral ? text.slice(start, end) : escapeReferences(text.slice(start, end))
    at = end ?? start + 1
  }
  return result
}

function escapeReferences(text: string): string {
  return text.replace(bareAmpersand, '&amp;').replace(illegal, '\ufffd')
}
