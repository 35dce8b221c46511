import type { MemorySource, Scope, TextSource } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  mustBeFunction,
  mustBeNumber,
  mustBeObject,
  mustBeWhole,
} from '@lamella/core/plugin'
import { namesOf, type WorkspaceUse, workspaceFiles } from '../conventions/workspace-files.ts'
import { type MemoryFilesOptions, memoryFiles } from '../memory/memory-files.ts'
import { notice } from '../notices.ts'
import { createFileReader, type FileReader } from '../read/file-reader.ts'
import type { FileSystem } from '../read/file-system.ts'
import { type SkillFolder, type SkillFolderOptions, skillFolder } from '../skills/skill-folder.ts'
import { cachedRead } from './cached-read.ts'
import { instructionFiles } from './instruction-files.ts'
import { createSourceText } from './text-file.ts'

/** Milliseconds for which texts are cached without checking the disk. 0: check on every build. */
export interface WorkspaceTtl {
  /** For SOUL.md, IDENTITY.md, AGENTS.md, AGENT.md, CONTEXT.md and USER.md, and the list of files. Default 5,000. */
  readonly instructions?: number
  /** For TOOLS.md. Default 300,000. */
  readonly tools?: number
  /**
   * For MEMORY.md and dated notes. Default 0: new memories are available at once, and an erased one is no longer sent. A
   * run keeps sending an erased memory for this long.
   */
  readonly memory?: number
  /** For the list of skills and their descriptions. Default 0. */
  readonly skills?: number
}

/** Options for reading a workspace. */
export interface WorkspaceSourcesOptions {
  /**
   * The maximum number of UTF-16 units in each instruction file (SOUL.md, AGENTS.md, TOOLS.md, …), marker included, and in
   * all files together that one of them imports. Default 20,000.
   */
  readonly maxChars?: number
  readonly ttl?: WorkspaceTtl
  readonly memory?: MemoryFilesOptions
  readonly skills?: SkillFolderOptions
  /** A clock in milliseconds for the time to live. Default `performance.now`. */
  readonly now?: () => number
  /** Default: `node:fs/promises`. */
  readonly fs?: FileSystem
}

/** The contents of a workspace folder, as sources for layers. */
export interface WorkspaceSources {
  /** SOUL.<agent>.md or SOUL.md */
  readonly soul: TextSource
  /** IDENTITY.md */
  readonly identity: TextSource
  /** AGENTS.md and AGENT.md, or AGENTS.<agent>.md and AGENT.<agent>.md */
  readonly agents: TextSource
  /** CONTEXT.<agent>.md or CONTEXT.md */
  readonly context: TextSource
  /** USER.md, for private sessions */
  readonly user: TextSource
  /** TOOLS.md */
  readonly tools: TextSource
  /** MEMORY.md and dated notes */
  readonly memory: MemorySource
  /** skills/<name>/SKILL.md */
  readonly skills: SkillFolder
  /** Reads any other file of the folder. */
  readonly reader: FileReader
}

/** Checks for the options of `workspaceSources`; those of memory and skills are checked separately. */
export const sourcesChecks: Checks<WorkspaceSourcesOptions> = {
  maxChars: mustBeWhole(0),
  ttl: mustBeObject,
  memory: mustBeObject,
  skills: mustBeObject,
  now: mustBeFunction,
  fs: mustBeObject,
}

/** A folder has one owner, so its sources need none. */
const anyone: Scope = { tenant: 'anyone' }

/**
 * Creates the sources of a workspace folder, for your own layers; `workspace` creates the standard layers for them.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const { soul, agents } = workspaceSources('./agent')
 * const layers = [system({ soul, agents }), history(), message()]
 */
export function workspaceSources(root: string, options: WorkspaceSourcesOptions = {}): WorkspaceSources {
  checkOptions('workspaceSources', options, sourcesChecks)
  const { maxChars = 20_000, ttl = {}, memory, skills, now, fs } = options
  checkOptions('workspaceSources ttl', ttl, {
    instructions: mustBeNumber(0),
    tools: mustBeNumber(0),
    memory: mustBeNumber(0),
    skills: mustBeNumber(0),
  })
  const { instructions = 5_000, tools = 300_000 } = ttl
  const clock = now ?? (() => performance.now())
  const reader = createFileReader(root, { maxChars, ...(now && { now }), ...(fs && { fs }) })
  const memorySource = memoryFiles(reader, memory)
  const skillSource = skillFolder(reader, skills)
  const read = (use: WorkspaceUse, ttlOfUse: number): TextSource => {
    const perAgent = workspaceFiles.some((file) => file.use === use && file.perAgent === true)
    const source = instructionFiles(reader, namesOf(use), { ttl: ttlOfUse, perAgent, maxChars })
    return use === 'agents' ? source : withoutUnsafe(source)
  }
  return Object.freeze({
    soul: read('soul', instructions),
    identity: read('identity', instructions),
    agents: read('agents', instructions),
    context: read('context', instructions),
    user: userFile(reader, instructions),
    tools: read('tools', tools),
    memory: ttl.memory
      ? { ...memorySource, entries: cachedRead(ttl.memory, clock, (asked) => memorySource.entries(anyone, asked)) }
      : memorySource,
    skills: ttl.skills
      ? { ...skillSource, skills: cachedRead(ttl.skills, clock, (asked) => skillSource.skills(anyone, asked)) }
      : skillSource,
    reader,
  })
}

/**
 * Removes the notice about an unsafe agent name, which is reported once, with AGENTS.md, and not for each
 * agent-specific file.
 */
function withoutUnsafe(source: TextSource): TextSource {
  return {
    read: async (scope, request) => {
      const text = await source.read(scope, request)
      const kept = text?.notices?.filter(({ code }) => code !== 'AGENT_NAME_UNSAFE')
      if (text === undefined || kept?.length === text.notices?.length) return text
      return text.text === '' && kept?.length === 0 ? undefined : { ...text, ...(kept && { notices: kept }) }
    },
  }
}

const name = 'USER.md'

/**
 * Creates a source for `USER.md`, which describes the person the agent helps. Like memory, it is personal and only for
 * private sessions; in other sessions a notice reports that it exists.
 *
 * @param ttl Milliseconds for which the text is cached without checking the disk.
 */
function userFile(reader: FileReader, ttl: number): TextSource {
  const sourceText = createSourceText()
  return {
    async read({ kind }, { signal }) {
      const file = await reader.read(name, { ttl, signal })
      return kind === 'private' || file.state !== 'text' ? sourceText(file) : hidden
    },
  }
}

const sentences = [
  `${name} is not used: only sessions of kind 'private' can see it.`,
  "Set the scope's `kind` to 'private' if only one person reads the answers.",
] as const
const hidden = Object.freeze({
  text: '',
  from: name,
  notices: Object.freeze([notice('FILE_NOT_USED', sentences, name, { file: name, kind: 'private' })]),
})
