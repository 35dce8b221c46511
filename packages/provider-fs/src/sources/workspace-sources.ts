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
import { createFileReader, type FileReader } from '../read/file-reader.ts'
import type { FileSystem } from '../read/file-system.ts'
import { type SkillFolder, type SkillFolderOptions, skillFolder } from '../skills/skill-folder.ts'
import { believed } from './believed.ts'
import { instructionFiles } from './instruction-files.ts'
import { userFile } from './user-file.ts'

/** For how long a text is given without looking at the disk, in milliseconds. 0: look at every build. */
export interface WorkspaceTtl {
  /** SOUL.md, IDENTITY.md, AGENTS.md, AGENT.md, CONTEXT.md and USER.md, and which files there are. Default 5,000. */
  readonly instructions?: number
  /** TOOLS.md. Default 300,000. */
  readonly tools?: number
  /** MEMORY.md and dated notes. Default 0: what was remembered a moment ago is there. */
  readonly memory?: number
  /** Which skills there are, and what their descriptions say. Default 0. */
  readonly skills?: number
}

/** How a workspace is read. */
export interface WorkspaceSourcesOptions {
  /** Most UTF-16 units of each instruction file (SOUL.md, AGENTS.md, TOOLS.md, …), marker included. Default 20,000. */
  readonly maxChars?: number
  readonly ttl?: WorkspaceTtl
  readonly memory?: MemoryFilesOptions
  readonly skills?: SkillFolderOptions
  /** A clock in milliseconds for the time to live. Default `performance.now`. */
  readonly now?: () => number
  /** Default: `node:fs/promises`. */
  readonly fs?: FileSystem
}

/** What a workspace folder holds, as sources for layers. */
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

/** Checks for the options of `workspaceSources`; those of memory and skills are checked by themselves. */
export const sourcesChecks: Checks<WorkspaceSourcesOptions> = {
  maxChars: mustBeWhole(0),
  ttl: mustBeObject,
  memory: mustBeObject,
  skills: mustBeObject,
  now: mustBeFunction,
  fs: mustBeObject,
}

/** A folder has one owner, so its sources ask for none. */
const anyone: Scope = { tenant: 'anyone' }

/**
 * The sources of a workspace folder, for layers of your own making; `workspace` puts the standard layers on them.
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
    const source = instructionFiles(reader, namesOf(use), { ttl: ttlOfUse, perAgent })
    return use === 'agents' ? source : withoutUnsafe(source)
  }
  return Object.freeze({
    soul: read('soul', instructions),
    identity: read('identity', instructions),
    agents: read('agents', instructions),
    context: read('context', instructions),
    user: userFile(reader, { ttl: instructions }),
    tools: read('tools', tools),
    memory: ttl.memory
      ? { entries: believed(ttl.memory, clock, (asked) => memorySource.entries(anyone, asked)) }
      : memorySource,
    skills: ttl.skills
      ? { ...skillSource, skills: believed(ttl.skills, clock, (asked) => skillSource.skills(anyone, asked)) }
      : skillSource,
    reader,
  })
}

/** That an agent's name is unsafe is told once, with AGENTS.md, and not with each file that an agent may have of its own. */
function withoutUnsafe(source: TextSource): TextSource {
  return {
    read: async (scope, request) => {
      const text = await source.read(scope, request)
      const told = text?.notices?.filter(({ code }) => code !== 'AGENT_NAME_UNSAFE')
      if (text === undefined || told?.length === text.notices?.length) return text
      return text.text === '' && told?.length === 0 ? undefined : { ...text, ...(told && { notices: told }) }
    },
  }
}
