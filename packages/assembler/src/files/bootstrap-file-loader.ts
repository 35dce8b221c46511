import { LamellaError, type Notice } from '@lamella/core'
import {
  type Check,
  checkOptions,
  createBoundedMap,
  mustBeBoolean,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeWhole,
} from '@lamella/core/plugin'
import type { FileReader, FileSystem, FileText } from '@lamella/provider-fs'
import { type Found, findText, saysTheSame } from './find-text.ts'
import { createUnusedFiles, type UnusedFiles } from './unused-files.ts'

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
  /** Of files that are missing, not used, shortened or unreadable, and of names that no file can have. */
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

/** An open folder, with what is used of the package that opened it. */
interface Folder {
  readonly reader: FileReader
  readonly isSafeAgentName: (agent: string) => boolean
  readonly withoutFrontMatter: (text: string) => string
}

interface Remembered {
  readonly found: readonly Found[]
  readonly unused: readonly Notice[]
  readonly files: BootstrapFiles
}

const kinds: readonly BootstrapKind[] = ['agent', 'soul', 'context']
const names: Readonly<Record<BootstrapKind, string>> = { agent: 'AGENT', soul: 'SOUL', context: 'CONTEXT' }

// An empty path would be the folder in which the program happens to run.
const mustBePath: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'must be the path of a folder'

/** Of so many agents the files are remembered as one object. */
const mostAgents = 256

/**
 * Reads AGENT.md, SOUL.md and CONTEXT.md of a folder, and variants such as AGENT.research.md for one agent, which take the
 * place of the general file. Texts stand as they were written, without front matter. An unchanged file costs one `stat`, or
 * nothing within the time to live.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const loader = new BootstrapFileLoader({ bootstrapPath: './bootstrap', cacheTTL: 60_000 })
 * const { agent, soul, context } = await loader.loadAll()
 * const research = await loader.loadForAgent('research', 'agent') // AGENT.research.md, or else AGENT.md
 */
export class BootstrapFileLoader {
  readonly #open: () => Promise<Folder>
  readonly #ttl: number
  readonly #known = createBoundedMap<string | undefined, Remembered>(mostAgents)
  readonly #unused: UnusedFiles
  #folder: Promise<Folder> | undefined

  constructor(options: BootstrapFileLoaderOptions) {
    const checked = checkOptions(
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
    const { bootstrapPath, enableCaching = true, cacheTTL = 60_000, maxChars, now, fs } = checked
    this.#ttl = enableCaching ? cacheTTL : 0
    this.#unused = createUnusedFiles(now)
    this.#open = async () => {
      // Loaded when it is needed: an assembler without files does not pay for it.
      const { createFileReader, isSafeAgentName, withoutFrontMatter } = await import('@lamella/provider-fs')
      const reader = createFileReader(bootstrapPath, {
        ...(maxChars !== undefined && { maxChars }),
        ...(now !== undefined && { now }),
        ...(fs !== undefined && { fs }),
      })
      return { reader, isSafeAgentName, withoutFrontMatter }
    }
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
    if (!kinds.includes(kind)) throw invalid('loadForAgent', 'kind', `must be one of ${kinds.join(', ')}`)
    return (await this.read(agentId))[kind]
  }

  /**
   * All files for one agent, or the general ones: the same frozen object as before as long as no file has changed. A name
   * that cannot be part of a file name gets the general files and a notice.
   *
   * @throws LamellaError `WORKSPACE_NOT_FOUND` when the folder is missing, `OPTION_INVALID`; the signal's reason when it is
   * aborted
   */
  async read(agentId?: string, signal?: AbortSignal): Promise<BootstrapFiles> {
    if (agentId !== undefined && typeof agentId !== 'string') throw invalid('read', 'agentId', 'must be a string')
    const { reader, isSafeAgentName, withoutFrontMatter } = await this.#opened()
    const isSafe = agentId === undefined || isSafeAgentName(agentId)
    const settings = { ttl: this.#ttl, ...(signal !== undefined && { signal }) }
    const look = (path: string): Promise<FileText> => reader.read(path, settings)
    const [found, unused] = await Promise.all([
      Promise.all(kinds.map((kind) => findText(look, names[kind], isSafe ? agentId : undefined))),
      this.#unused.get(reader, this.#ttl),
    ])
    // No safe name is empty, so all others can be remembered as one.
    const key = isSafe ? agentId : ''
    const known = this.#known.get(key)
    const isSame = known?.unused === unused && known.found.every((one, at) => saysTheSame(one, found[at] as Found))
    const files =
      known && isSame ? known.files : filesOf(found, withoutFrontMatter, [...(isSafe ? [] : [unsafe]), ...unused])
    this.#known.set(key, { found, unused, files })
    return files
  }

  #opened(): Promise<Folder> {
    this.#folder ??= this.#open().catch((error: unknown) => {
      this.#folder = undefined
      throw error
    })
    return this.#folder
  }
}

const unsafe: Notice = Object.freeze({
  code: 'AGENT_NAME_UNSAFE',
  message:
    "The agent's name cannot be part of a file name, so the general files were used. Use up to 64 letters, digits, '_' and '-'.",
})

function missing(from: string): Notice {
  return { code: 'FILE_MISSING', message: `There is no ${from}, so its section is left out.`, from }
}

function filesOf(
  found: readonly Found[],
  withoutFrontMatter: (text: string) => string,
  more: readonly Notice[],
): BootstrapFiles {
  const texts = found.flatMap(({ own, general }, at) => {
    const file = own?.state === 'text' ? own : general
    return file.state === 'text' ? [[kinds[at], withoutFrontMatter(file.text)] as const] : []
  })
  const told = found.flatMap(({ own, general }) => {
    if (own?.state === 'text') return own.notices
    return [...(own?.notices ?? []), ...(general.state === 'missing' ? [missing(general.from)] : general.notices)]
  })
  return Object.freeze({ ...Object.fromEntries(texts), notices: Object.freeze([...more, ...told]) })
}

function invalid(what: string, option: string, problem: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    message: `${what}: '${option}' ${problem}.`,
    fix: `Correct what is given to ${what}().`,
    details: { what, option },
  })
}
