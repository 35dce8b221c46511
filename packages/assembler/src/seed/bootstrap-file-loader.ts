import type { Notice, TextSource } from '@lamella/core'
import {
  checkOptions,
  mustBeBoolean,
  mustBeFunction,
  mustBeNumber,
  mustBeOneOf,
  mustBeText,
  mustBeWhole,
} from '@lamella/core/plugin'
import type { FileReader, FileReaderOptions } from '@lamella/provider-fs'
import { mustBePath } from '../assembly/check-options.ts'
import { loadFiles } from '../folder/load-files.ts'
import { openOnce } from '../open-once.ts'

/** The three instruction files, by content. */
export type BootstrapKind = 'agent' | 'soul' | 'context'

/** Texts of the instruction files. Missing and unreadable files are left out. */
export interface BootstrapFiles {
  /** AGENT.md: what the agent is for. */
  readonly agent?: string
  /** SOUL.md: how it speaks. */
  readonly soul?: string
  /** CONTEXT.md: its working context. */
  readonly context?: string
  /** One for each missing, shortened or unreadable file, and for an agent's name that is not safe in a file name. */
  readonly notices: readonly Notice[]
}

/** Where the files are and how they are read. Times are milliseconds. */
export interface BootstrapFileLoaderOptions extends Pick<FileReaderOptions, 'maxChars' | 'now'> {
  /** The folder. Nothing outside it is read, not even through links. */
  readonly bootstrapPath: string
  /** Whether the loader returns cached texts without checking the disk. Default `true`. */
  readonly enableCaching?: boolean
  /** How long cached texts are valid. Default 60,000; at most 5,000 for a missing file. */
  readonly cacheTTL?: number
}

type Opened = typeof import('@lamella/provider-fs') & {
  readonly reader: FileReader
  readonly sources: readonly (readonly [kind: BootstrapKind, source: TextSource])[]
}

const files: Readonly<Record<BootstrapKind, string>> = { agent: 'AGENT.md', soul: 'SOUL.md', context: 'CONTEXT.md' }

/**
 * Reads AGENT.md, SOUL.md and CONTEXT.md with `instructionFiles` of `@lamella/provider-fs`. An agent's own file, such
 * as AGENT.research.md, replaces the general one.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const loader = new BootstrapFileLoader({ bootstrapPath: './bootstrap', cacheTTL: 60_000 })
 * const { agent, soul, context } = await loader.loadAll()
 * const research = await loader.loadForAgent('research', 'agent') // AGENT.research.md, or else AGENT.md
 */
export class BootstrapFileLoader {
  readonly #opened: () => Promise<Opened>

  constructor(options: BootstrapFileLoaderOptions) {
    const checks = {
      bootstrapPath: mustBePath,
      enableCaching: mustBeBoolean,
      cacheTTL: mustBeNumber(0),
      maxChars: mustBeWhole(0),
      now: mustBeFunction,
    }
    const given = checkOptions('BootstrapFileLoader', options, checks, ['bootstrapPath'])
    const { bootstrapPath, enableCaching = true, cacheTTL = 60_000, ...reading } = given
    this.#opened = openOnce(async (): Promise<Opened> => {
      const fs = await loadFiles(bootstrapPath)
      const reader = fs.createFileReader(bootstrapPath, reading)
      const { maxChars } = reading
      const limits = { ttl: enableCaching ? cacheTTL : 0, ...(maxChars !== undefined && { maxChars }) }
      const source = (name: string): TextSource => fs.instructionFiles(reader, [name], limits)
      const kinds = Object.entries(files) as [BootstrapKind, string][]
      return { ...fs, reader, sources: kinds.map(([kind, name]) => [kind, source(name)]) }
    })
  }

  /** The general files. Throws like `read`. */
  async loadAll(): Promise<BootstrapFiles> {
    return this.read()
  }

  /**
   * An agent's own file, or the general one if that is missing; `undefined` if neither can be read. Throws like `read`.
   */
  async loadForAgent(agentId: string, kind: BootstrapKind): Promise<string | undefined> {
    checkOptions('loadForAgent', { kind }, { kind: mustBeOneOf(Object.keys(files)) }, ['kind'])
    return (await this.read(agentId))[kind]
  }

  /**
   * All files for one agent, or the general ones. A name that is not safe in a file name gets the general files and a
   * notice.
   *
   * @throws LamellaError `WORKSPACE_NOT_FOUND` if the folder is missing, `OPTION_INVALID`, `ABORTED`
   */
  async read(agentId?: string, signal: AbortSignal = new AbortController().signal): Promise<BootstrapFiles> {
    checkOptions('read', { agentId }, { agentId: mustBeText })
    const { sources, isSafeAgentName } = await this.#opened()
    const isUnsafe = agentId !== undefined && !isSafeAgentName(agentId)
    const scope = { tenant: 'anyone', ...(agentId !== undefined && !isUnsafe && { agent: agentId }) }
    const found = await Promise.all(
      sources.map(async ([kind, source]) => ({ kind, file: await source.read(scope, { signal }) })),
    )
    // A rejected file has no text but a notice; an empty file has neither.
    const loaded = found.filter(({ file }) => file && (file.text !== '' || file.notices?.length === 0))
    return Object.freeze({
      ...Object.fromEntries(loaded.map(({ kind, file }) => [kind, file?.text])),
      notices: Object.freeze([
        ...(isUnsafe ? [unsafe] : []),
        ...found.flatMap(({ kind, file }) => (file ? (file.notices ?? []) : [missing(files[kind])])),
      ]),
    })
  }

  /** Returns a notice for each other conventional workspace file. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  async unused(): Promise<readonly Notice[]> {
    const { reader, listWorkspace, unusedNotices } = await this.#opened()
    return unusedNotices(await listWorkspace(reader), Object.values(files))
  }
}

const unsafe: Notice = Object.freeze({
  code: 'AGENT_NAME_UNSAFE',
  what: "The agent's name is not safe in a file name, so the general files are used.",
  fix: "Use up to 64 letters, digits, '_' and '-'.",
})

function missing(from: string): Notice {
  return { code: 'FILE_MISSING', what: `${from} is missing, so its section is left out.`, fix: 'Write the file.', from }
}
