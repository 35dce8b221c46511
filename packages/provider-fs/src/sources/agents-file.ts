import type { Notice, SourceText, TextSource } from '@lamella/core'
import { checkOptions } from '@lamella/core/plugin'
import { notice } from '../notices.ts'
import type { FileReader } from '../read/file-reader.ts'
import { createSourceText, shortTtl, type TextFileOptions, textFileChecks } from './text-file.ts'

/** Names that mean the same file on every system, and cannot contain a path. */
const safeName = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}_-]{0,63}$/u

/** Whether an agent's name can be part of a file name: up to 64 letters, digits, `_` and `-`. */
export function isSafeAgentName(agent: string): boolean {
  return safeName.test(agent)
}

/**
 * The instructions of an agent: `AGENTS.<agent>.md` when the scope names an agent and that file can be used, otherwise
 * `AGENTS.md`. The special file takes the place of the general one.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function agentsFile(reader: FileReader, options: TextFileOptions = {}): TextSource {
  checkOptions('agentsFile', options, textFileChecks)
  const { ttl = shortTtl, ...limits } = options
  const sourceText = createSourceText()
  return {
    async read({ agent }, { signal }) {
      const settings = { ttl, signal, ...limits }
      if (agent === undefined) return sourceText(await reader.read('AGENTS.md', settings))
      const safe = isSafeAgentName(agent)
      // Both at once: the general file is nearly always needed, and remembered.
      const [own, general] = await Promise.all([
        safe ? reader.read(`AGENTS.${agent}.md`, settings) : undefined,
        reader.read('AGENTS.md', settings),
      ])
      if (own?.state === 'text') return sourceText(own)
      return withNotices(sourceText(general), own ? own.notices : [unsafe()])
    },
  }
}

function withNotices(text: SourceText | undefined, notices: readonly Notice[]): SourceText | undefined {
  if (notices.length === 0) return text
  return { text: '', from: 'AGENTS.md', ...text, notices: [...notices, ...(text?.notices ?? [])] }
}

function unsafe(): Notice {
  const message = "The agent's name cannot be part of a file name, so AGENTS.md was used."
  return notice('AGENT_NAME_UNSAFE', `${message} Use up to 64 letters, digits, '_' and '-'.`)
}
