import type { Notice, TextSource } from '@lamella/core'
import { checkOptions, mustBeBoolean, mustBeTexts, mustHaveMethod, type SourceText } from '@lamella/core/plugin'
import { sameNotice } from '../conventions/unused-files.ts'
import { ownName } from '../conventions/workspace-files.ts'
import { notice } from '../notices.ts'
import type { FileReader, FileText } from '../read/file-reader.ts'
import { createImports } from './imports.ts'
import { createSourceText, shortTtl, type TextFileOptions, textFileChecks } from './text-file.ts'

/** Names that denote the same file on every system and cannot contain a path. */
const safeName = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_-]{0,63}$/u

/** Checks whether an agent's name can be part of a file name: up to 64 letters, digits, `_` and `-`. */
export function isSafeAgentName(agent: string): boolean {
  return safeName.test(agent)
}

/** Options for reading instruction files. */
export interface InstructionFilesOptions extends TextFileOptions {
  /** Whether agent-specific files, such as `AGENTS.<agent>.md`, replace the general ones. Default `true`. */
  readonly perAgent?: boolean
}

/**
 * Creates a source that joins equivalent files, such as AGENTS.md and AGENT.md, with an empty line, in the order of
 * their names. A file with the same text as a preceding one is not used and causes a notice. If the scope names an
 * agent, its own files replace all general ones. Files that a text imports (`@docs/rules.md`) follow it, each once: those
 * inside the root, up to five levels deep and 20,000 UTF-16 units (or `maxChars`) in all; a notice names each that is not
 * read. Files that a workspace puts elsewhere, such as SOUL.md for AGENTS.md, are not imported.
 *
 * @param names relative to the reader's root, each ending in `.md`
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const layer = system({ agents: instructionFiles(reader, ['AGENTS.md', 'AGENT.md']) })
 */
export function instructionFiles(
  reader: FileReader,
  names: readonly string[],
  options: InstructionFilesOptions = {},
): TextSource {
  const given = { reader: mustHaveMethod('read'), names: mustBeTexts }
  checkOptions('instructionFiles', { reader, names }, given, ['reader', 'names'])
  checkOptions('instructionFiles', options, { ...textFileChecks, perAgent: mustBeBoolean })
  const { ttl = shortTtl, perAgent = true, ...limits } = options
  const sourceText = createSourceText()
  const withImports = createImports(names, limits.maxChars)
  return {
    async read({ agent }, { signal }) {
      const look = (name: string): Promise<FileText> => reader.read(name, { ttl, signal, ...limits })
      const isAsked = perAgent && agent !== undefined
      const isSafe = isAsked && isSafeAgentName(agent)
      // In parallel: the general files are nearly always needed, and cached.
      const [own, general] = await Promise.all([
        Promise.all(isSafe ? names.map((name) => look(ownName(name, agent))) : []),
        Promise.all(names.map(look)),
      ])
      const hasOwn = own.some(({ state }) => state === 'text')
      const before = isAsked && !isSafe ? [unsafe(names)] : hasOwn ? [] : own.flatMap(({ notices }) => notices)
      const files = (hasOwn ? own : general).filter(({ state }) => state !== 'missing')
      const used = new Set(files.map(({ from, target }) => target ?? from))
      const texts = await Promise.all(
        files.map(async (file) => {
          const text = sourceText(file)
          return text ? [await withImports(text, look, used)] : []
        }),
      )
      return joined(texts.flat(), before, names[0])
    },
  }
}

/** Joins texts; returns `undefined` if there is neither text nor notices. */
function joined(
  texts: readonly SourceText[],
  before: readonly Notice[],
  name: string | undefined,
): SourceText | undefined {
  const said: SourceText[] = []
  const notices: Notice[] = [...before]
  for (const one of texts) {
    const first = one.text === '' ? undefined : said.find(({ text }) => text.trim() === one.text.trim())
    if (first) notices.push(sameNotice(`${one.from}`, `${first.from}`, 'text'))
    else said.push(one)
    notices.push(...(one.notices ?? []))
  }
  const [first, ...others] = said
  if (first === undefined)
    return notices.length === 0 ? undefined : { text: '', ...(name !== undefined && { from: name }), notices }
  // Returns the same object for the same file, so that results cached for the text are found again.
  if (others.length === 0 && notices.length === (first.notices ?? []).length) return first
  const filled = said.filter(({ text }) => text.trim() !== '')
  const text = filled.map((one) => one.text.trimEnd()).join('\n\n')
  const from = (filled.length === 0 ? said : filled).map((one) => one.from).join(', ')
  return { text: filled.length === 1 ? (filled[0]?.text ?? '') : text, from, notices }
}

function unsafe(names: readonly string[]): Notice {
  const what = `The agent's name cannot be part of a file name, so only ${names.join(' and ')} were read.`
  return notice('AGENT_NAME_UNSAFE', [what, "Use up to 64 letters, digits, '_' and '-'."])
}
