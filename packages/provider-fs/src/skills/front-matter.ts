import { isObject } from '@lamella/core/plugin'
import { plainFrontMatter } from './plain-front-matter.ts'

/** A Markdown file with its front matter. */
export interface FrontMatter {
  /** The YAML mapping. Scalars are strings as written: `007` stays `007`, `true` stays `true`. */
  readonly data: Readonly<Record<string, unknown>>
  readonly body: string
  /** Whether the YAML was broken and became readable after quoting its values. */
  readonly repaired: boolean
}

/** Why the front matter cannot be read, in words. */
export interface FrontMatterProblem {
  readonly problem: string
}

const opening = /^---([^\n]*)\n/
const closing = /\n---[ \t]*(?:\n|$)/

/**
 * Splits front matter from body. Only YAML is read: a language after the first `---` (`---js`) is rejected before any
 * library sees it.
 *
 * @param repair whether to retry broken YAML with its values quoted
 */
export async function parseFrontMatter(text: string, repair: boolean): Promise<FrontMatter | FrontMatterProblem> {
  const first = opening.exec(text)
  if (!first) return { problem: 'the file does not begin with front matter (a line `---`)' }
  const language = (first[1] ?? '').trim()
  if (language !== '' && !/^ya?ml$/i.test(language)) {
    return { problem: `its front matter is '${language.slice(0, 40)}'; only YAML is read, and code is never run` }
  }
  // Starts at the line break of the first line, so that empty front matter can be closed too.
  const rest = text.slice(first[0].length - 1)
  const last = closing.exec(rest)
  if (!last) return { problem: 'its front matter is not closed (by a second line `---`)' }
  const yaml = rest.slice(1, last.index)
  const body = rest.slice(last.index + last[0].length).trim()
  const plain = plainFrontMatter(yaml)
  if (plain) return { data: plain, body, repaired: false }
  const library = await import('js-yaml')
  const data = parseYaml(library, yaml)
  if (!('problem' in data)) return { data: data.values, body, repaired: false }
  const second = repair ? parseYaml(library, quoteValues(yaml)) : data
  return 'problem' in second ? data : { data: second.values, body, repaired: true }
}

/** Loaded only for front matter that is not plain: it takes longer to import than to read most files. */
type Library = typeof import('js-yaml')

// Uses js-yaml directly, not gray-matter: gray-matter takes quadratic time for blank lines and can run code. In the
// skills specification all scalars are text, which is how the failsafe schema reads them.
function parseYaml(
  library: Library,
  yaml: string,
): { readonly values: Readonly<Record<string, unknown>> } | FrontMatterProblem {
  try {
    const [data = {}, second] = library.loadAll(yaml, { schema: library.FAILSAFE_SCHEMA })
    if (!isObject(data) || second !== undefined)
      return { problem: 'its front matter is not a mapping of keys to values' }
    // No prototype, own keys only: `constructor` and `__proto__` are ordinary keys.
    return { values: Object.assign(Object.create(null), data) as Record<string, unknown> }
  } catch (error) {
    return { problem: `its front matter is not valid YAML (${reasonOf(library, error)})` }
  }
}

/** Returns the parser's reason and location: lines and columns from 1. */
function reasonOf(library: Library, error: unknown): string {
  if (!(error instanceof library.YAMLException)) return String(error)
  const { reason, mark } = error
  return mark ? `${reason} (${mark.line + 1}:${mark.column + 1})` : reason
}

/** Puts the plain values of the top level, including their continuation lines, into single quotes. */
function quoteValues(yaml: string): string {
  const lines: string[] = []
  let open: { readonly key: string; readonly value: string[] } | undefined
  const close = (): void => {
    if (open) lines.push(`${open.key}: ${quote(open.value.join(' '))}`)
    open = undefined
  }
  for (const line of yaml.split('\n')) {
    const pair = /^([\w-]+):[ \t]+(\S.*)$/.exec(line)
    if (open && !pair && /^[ \t]+\S/.test(line)) {
      open.value.push(line.trim())
      continue
    }
    close()
    const [, key = '', value = ''] = pair ?? []
    // Blocks (| and >), lists and mappings have their own syntax; quoted values may be the cause of the error.
    if (pair && !/^[|>[{&*!]/.test(value)) open = { key, value: [value.trim()] }
    else lines.push(line)
  }
  close()
  return lines.join('\n')
}

function quote(text: string): string {
  if (text.length > 1 && text.startsWith("'") && text.endsWith("'") && !/[^']'[^']/.test(text.slice(1, -1))) return text
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return text
  return `'${text.replaceAll("'", "''")}'`
}
