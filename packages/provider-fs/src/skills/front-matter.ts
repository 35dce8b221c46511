import { isObject } from '@lamella/core'
import matter from 'gray-matter'

/** A Markdown file with its front matter. */
export interface FrontMatter {
  /** The YAML mapping. Plain scalars of the top level are strings as written: `007` stays `007`. */
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
  /** The YAML was broken and could be read after its values had been quoted. */
  readonly repaired: boolean
}

/** Why there is no front matter, in words. */
export interface FrontMatterProblem {
  readonly problem: string
}

const opening = /^---[ \t]*([^\n]*)\n/
const closing = /\n---[ \t]*(?:\n|$)/

function refuse(): never {
  throw new Error('front matter is YAML; no other language is read, and code is never run')
}

// Options, always: without them gray-matter runs `---js` front matter, shares one mutable result between equal files,
// and forgets that a broken file was broken.
const options = {
  language: 'yaml',
  engines: { js: refuse, javascript: refuse, coffee: refuse, cson: refuse, json: refuse },
}

/**
 * Splits front matter from body. Only YAML is read: a language behind the first `---` (`---js`) is refused before any
 * library sees it.
 *
 * @param repair whether broken YAML is tried again with its values quoted
 */
export function parseFrontMatter(text: string, repair: boolean): FrontMatter | FrontMatterProblem {
  const first = opening.exec(text)
  if (!first) return { problem: 'the file does not begin with front matter (a line ---)' }
  const language = (first[1] ?? '').trim()
  if (language !== '' && !/^ya?ml$/i.test(language)) {
    return { problem: `its front matter is '${language.slice(0, 40)}'; only YAML is read, and code is never run` }
  }
  // From the line break of the first line, so that an empty front matter is closed too.
  const rest = text.slice(first[0].length - 1)
  const last = closing.exec(rest)
  if (!last) return { problem: 'its front matter has no end (a second line ---)' }
  const yaml = rest.slice(1, last.index)
  const body = rest.slice(last.index + last[0].length).trim()
  const data = parseYaml(yaml)
  if (!('problem' in data)) return { data: data.values, body, repaired: false }
  const second = repair ? parseYaml(quoteValues(yaml)) : data
  return 'problem' in second ? data : { data: second.values, body, repaired: true }
}

function parseYaml(yaml: string): { readonly values: Readonly<Record<string, unknown>> } | FrontMatterProblem {
  try {
    const { data } = matter(`---\n${yaml}\n---\n`, options) as { readonly data: unknown }
    if (!isObject(data)) return { problem: 'its front matter is not a mapping of keys to values' }
    // No prototype, and own keys only: a key such as `constructor` or `__proto__` is a key like any other.
    const values = Object.create(null) as Record<string, unknown>
    for (const [key, value] of Object.entries(data)) values[key] = asWritten(yaml, key, value)
    return { values }
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return { problem: `its front matter is not valid YAML (${reason})` }
  }
}

/** YAML takes `1.0` for the number 1 and `2026-03-01` for an instant; the specification knows text only. */
function asWritten(yaml: string, key: string, value: unknown): unknown {
  if (typeof value !== 'number' && typeof value !== 'boolean' && !(value instanceof Date)) return value
  const line = yaml.split('\n').find((candidate) => candidate.startsWith(`${key}:`))
  return (
    line
      ?.slice(key.length + 1)
      .replace(/\s#.*$/, '')
      .trim() ?? String(value)
  )
}

/** Puts the plain values of the top level, with the lines that continue them, into single quotes. */
function quoteValues(yaml: string): string {
  const lines: string[] = []
  let plain = false
  for (const line of yaml.split('\n')) {
    const pair = /^([\w-]+):[ \t]+(\S.*)$/.exec(line)
    if (pair) {
      const [, key = '', value = ''] = pair
      // Blocks (| and >), lists and mappings have a form of their own; what is quoted already may be quoted badly.
      plain = !/^[|>[{&*!]/.test(value)
      lines.push(plain ? `${key}: ${quote(value)}` : line)
    } else if (plain && /^[ \t]+\S/.test(line)) {
      const before = lines.pop() ?? ''
      const at = before.indexOf(': ') + 2
      lines.push(before.slice(0, at) + quote(`${unquote(before.slice(at))} ${line.trim()}`))
    } else {
      plain = false
      lines.push(line)
    }
  }
  return lines.join('\n')
}

function quote(value: string): string {
  const text = value.trim()
  if (text.length > 1 && text.startsWith("'") && text.endsWith("'") && !/[^']'[^']/.test(text.slice(1, -1))) return text
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return text
  return `'${text.replaceAll("'", "''")}'`
}

function unquote(value: string): string {
  return value.slice(1, -1).replaceAll("''", "'")
}
