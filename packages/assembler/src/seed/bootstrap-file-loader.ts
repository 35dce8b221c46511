import { LamellaError, type Notice, type TextSource } from '@lamella/core'
import {
  checkOptions,
  mustBeBoolean,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeWhole,
} from '@lamella/core/plugin'
import type { FileSystem } from '@lamella/provider-fs'
import { mustBePath } from '../assembly/check-options.ts'
import { openOnce } from '../folder/folder.ts'

/** The three instruction files, by what they say. */
export type BootstrapKind = 'agent' | 'soul' | 'context'

/** Texts of the instruction files. One that is missing or cannot be read is not there. */
export interface BootstrapFiles {
  /** AGENT.md: what the agent is for. */
  readonly agent?: string
  /** SOUL.md: how it speaks. */
  readonly soul?: string
  /** CONTEXT.md: what it works with. */
  readonly context?: string
  /** Of files that are missing, shortened or unreadable, and of names that no file can have. */
  readonly notices: readonly Notice[]
}

/** Where the files are and how they are read. Times are milliseconds. */
export interface BootstrapFileLoaderOptions {
  /** The folder. Nothing outside of it is read, through links either. */
  readonly bootstrapPath: string
  /** Whether a file is believed for a while without a look at the disk. Default `true`. */
  readonly enableCaching?: boolean
  /** How long. Default 60,000. That a file is missing is believed for 5,000 at most. */
  readonly cacheTTL?: number
  /** Most UTF-16 units of one file, marker of the cut included. Default 20,000. */
  readonly maxChars?: number
  /** A clock for the time to live. Default `performance.now`. */
  readonly now?: () => number
  /** Default `node:fs/promises`. */
  readonly fs?: FileSystem
}

interface Folder {
  readonly sources: readonly (readonly [kind: BootstrapKind, source: TextSource])[]
  readonly unused: () => Promise<readonly Notice[]>
}

const files: Readonly<Record<BootstrapKind, string>> = { agent: 'AGENT.md', soul: 'SOUL.md', context: 'CONTEXT.md' }

/**
 * Reads AGENT.md, SOUL.md and CONTEXT.md of a folder, and variants such as AGENT.research.md for one agent, which take the
 * place of the general file, with the reader of `@lamella/provider-fs`: texts stand as they were written, without front matter. An
 * unchanged file costs one `stat`, or nothing within the time to live.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const loader = new BootstrapFileLoader({ bootstrapPath: './bootstrap', cacheTTL: 60_000 })
 * const { agent, soul, context } = await loader.loadAll()
 * const research = await loader.loadForAgent('research', 'agent') // AGENT.research.md, or else AGENT.md
 */
export class BootstrapFileLoader {
  readonly #opened: () => Promise<Folder>

  constructor(options: BootstrapFileLoaderOptions) {
    const {
      bootstrapPath,
      enableCaching = true,
      cacheTTL = 60_000,
      ...reading
    } = checkOptions(
      'BootstrapFileLoader',
      options,
      {
        bootstrapPath: mustBePath,
        enableCaching: mustBeBoolean,
        cacheTTL: mustBeNumber(0),
        maxChars: mustBeWhole(0),
        now: mustBeFunction,
        fs: mustBeObject,
      },
      ['bootstrapPath'],
    )
    this.#opened = openOnce(async () => {
      // Loaded when it is needed: an assembler without files does not pay for it.
      const { createFileReader, instructionFiles, unusedNotices } = await import('@lamella/provider-fs')
      const reader = createFileReader(bootstrapPath, reading)
      const ttl = enableCaching ? cacheTTL : 0
      const kinds = Object.entries(files) as [BootstrapKind, string][]
      return {
        sources: kinds.map(([kind, name]) => [kind, instructionFiles(reader, [name], { ttl })]),
        unused: async () => {
          const { entries } = await reader.list('.')
          return unusedNotices(
            entries.map(({ name }) => name),
            Object.values(files),
          )
        },
      }
    })
  }

  /** The general files. Throws like `read`. */
  async loadAll(): Promise<BootstrapFiles> {
    return this.read()
  }

  /**
   * One file for one agent: its own, or else the general one; `undefined` when neither can be read. Why not is in the
   * notices of `read`.
   *
   * @throws LamellaError like `read`, and `OPTION_INVALID` for a kind that there is not
   */
  async loadForAgent(agentId: string, kind: BootstrapKind): Promise<string | undefined> {
    if (!Object.hasOwn(files, kind)) {
      throw invalid('loadForAgent', 'kind', `must be one of ${Object.keys(files).join(', ')}`)
    }
    return (await this.read(agentId))[kind]
  }

  /**
   * All files for one agent, or the general ones. A name that cannot be part of a file name gets the general files and a notice.
   *
   * @throws LamellaError `WORKSPACE_NOT_FOUND` when the folder is missing, `OPTION_INVALID`; the signal's reason when it is
   * aborted
   */
  async read(agentId?: string, signal: AbortSignal = new AbortController().signal): Promise<BootstrapFiles> {
    if (agentId !== undefined && typeof agentId !== 'string') throw invalid('read', 'agentId', 'must be a string')
    const { sources } = await this.#opened()
    const scope = { tenant: 'anyone', ...(agentId !== undefined && { agent: agentId }) }
    const texts = await Promise.all(
      sources.map(async ([kind, source]) => ({ kind, found: await source.read(scope, { signal }) })),
    )
    const notices = texts.flatMap(({ kind, found }) => found?.notices ?? (found ? [] : [missing(files[kind])]))
    // That an agent's name is unsafe is told once, and not with each file.
    const once = notices.filter(
      ({ code }, at) => at === notices.findIndex((other) => other.code === code) || code !== unsafe,
    )
    const said = texts.filter(({ found }) => (found?.text ?? '') !== '' || isEmptyFile(found?.notices))
    return Object.freeze({
      ...Object.fromEntries(said.flatMap(({ kind, found }) => (found ? [[kind, found.text]] : []))),
      notices: Object.freeze(once),
    })
  }

  /** A notice for each other file that workspaces have by convention. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  async unused(): Promise<readonly Notice[]> {
    const { unused } = await this.#opened()
    return unused()
  }
}

const unsafe = 'AGENT_NAME_UNSAFE'

/** A file that is there and empty says nothing; one that cannot be read has a notice. */
function isEmptyFile(notices: readonly Notice[] | undefined): boolean {
  return notices?.every(({ code }) => code === unsafe) ?? false
}

function missing(from: string): Notice {
  return { code: 'FILE_MISSING', what: `There is no ${from}, so its section is left out.`, from }
}

function invalid(what: string, option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `${what}: '${option}' ${problem}.`,
    fix: `Correct what is given to ${what}().`,
    details: { what, option },
  })
}
