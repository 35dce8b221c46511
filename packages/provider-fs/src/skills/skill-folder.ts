import type { Notice, Skill, SkillSource } from '@lamella/core'
import {
  type Checks,
  checkOptions,
  didYouMean,
  type LoadedSkill,
  mustBeText,
  mustBeWhole,
  type SkillFile,
  type Skills,
} from '@lamella/core/plugin'
import { fsError } from '../errors.ts'
import { notice } from '../notices.ts'
import { byCodeUnits } from '../order.ts'
import type { FileReader, FileText } from '../read/file-reader.ts'
import { maxFrontMatter } from './front-matter.ts'
import { listResources } from './resources.ts'
import { nameOf, readSkillFile, type SkillText, skillFileNames } from './skill-file.ts'
import { createSkillScan } from './skill-scan.ts'

/** Options for finding skills. */
export interface SkillFolderOptions {
  /** Directory with one subdirectory per skill, or per group of skills, relative to the root. Default `skills`. */
  readonly directory?: string
  /**
   * The maximum number of directories to look at: those of skills and of groups. Skills in fewer groups come first; the
   * last by name are left out. Default 2,000.
   */
  readonly maxSkills?: number
  /** The maximum number of UTF-16 units in a body that `readSkill` returns, marker included. Default 40,000. */
  readonly maxChars?: number
}

/** Checks for the options of `skillFolder`. */
export const skillChecks: Checks<SkillFolderOptions> = {
  directory: mustBeText,
  maxSkills: mustBeWhole(0),
  maxChars: mustBeWhole(0),
}

/** A loaded skill: what the model gets beyond the description. */
export interface ActiveSkill extends Required<LoadedSkill> {
  /** The skill's directory, absolute. */
  readonly directory: string
}

/** The skills of a folder, by name. */
export interface SkillFolder extends Required<Omit<SkillSource, 'spec'>> {
  /**
   * Reads the body of one skill and lists its other files. Also works for skills hidden from the model's list.
   *
   * @throws LamellaError `SKILL_NOT_FOUND`
   */
  readSkill(name: string, signal?: AbortSignal): Promise<ActiveSkill>
}

/**
 * For skills that are only listed, read no more than this: the front matter comes first. If it is longer, the file is read
 * up to the longest one. UTF-16 units.
 */
const listedChars = [16_384, maxFrontMatter + 1_024]

/**
 * Creates a source of a workspace's skills, `skills/<name>/SKILL.md`, sorted by name. A directory without the file is a
 * group of skills, up to three inside each other. Every call checks the directories and each file; only changed files are
 * read. Only skills that cannot be used are left out, with a notice.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const folder = skillFolder(createFileReader('./agent'))
 * const { body, resources } = await folder.readSkill('weather')
 */
export function skillFolder(reader: FileReader, options: SkillFolderOptions = {}): SkillFolder {
  checkOptions('skillFolder', options, skillChecks)
  const { directory: given = 'skills', maxSkills = 2_000, maxChars = 40_000 } = options
  const directory = given === '' ? '.' : given
  // The reader returns the same object for an unchanged file.
  const parsed = new WeakMap<FileText, SkillText>()

  async function load(
    name: string,
    signal: AbortSignal | undefined,
    fileNames: readonly string[] = skillFileNames,
  ): Promise<SkillText | undefined> {
    for (const fileName of fileNames) {
      let known: SkillText | undefined
      for (const maxChars of listedChars) {
        const limit = { maxChars, head: 1, marked: false, ...(signal && { signal }) }
        const file = await reader.read(`${directory}/${name}/${fileName}`, limit)
        if (file.state === 'missing') break
        known = parsed.get(file) ?? (await readSkillFile(file, name))
        parsed.set(file, known)
        if (known.skill || file.text.length < maxChars) return known
      }
      if (known) return known
    }
    // A directory without the file may be a group of skills, or hold files that skills share.
    return undefined
  }

  const scanFolder = createSkillScan(reader, directory, maxSkills, load)

  let starting: { readonly signal: AbortSignal | undefined; readonly scan: Promise<Scan> } | undefined

  /** Shares a scan among the calls of one moment, as it starts after all of them: many skills may be read at once. */
  function scan(signal: AbortSignal | undefined): Promise<Scan> {
    if (starting === undefined || starting.signal !== signal) {
      const started = Promise.resolve().then(() => {
        if (starting?.scan === started) starting = undefined
        return scanNow(signal)
      })
      starting = { signal, scan: started }
    }
    return starting.scan
  }

  async function scanNow(signal: AbortSignal | undefined): Promise<Scan> {
    const { files, notices: found } = await scanFolder(signal)
    const isNamed = options.directory !== undefined && files.length + found.length === 0
    const notices = isNamed
      ? noDirectory(directory, await reader.read(directory, { ...(signal && { signal }) }))
      : found
    const resolved = resolveCollisions(files)
    return {
      files: resolved.files,
      notices: [...notices, ...files.flatMap((file) => file.notices), ...resolved.notices],
    }
  }

  async function readFound(found: Usable, signal: AbortSignal | undefined): Promise<ActiveSkill> {
    const path = `${directory}/${found.directory}`
    const location = found.skill.location ?? path
    const [file, resources] = await Promise.all([
      reader.read(location, { maxChars, ...(signal && { signal }) }),
      listResources(reader, path, signal),
    ])
    const { body } = await readSkillFile(file, found.directory)
    return { ...found.skill, location, body, ...resources, notices: [...file.notices, ...resources.notices] }
  }

  /** Finds a skill that the model may load. */
  async function listed(name: string, signal: AbortSignal): Promise<Usable | undefined> {
    const { files } = await scan(signal)
    return files.find(({ skill, hidden }) => skill.name === name && !hidden)
  }

  return {
    async skills(_scope, { signal }): Promise<Skills> {
      const { files, notices } = await scan(signal)
      return { skills: files.filter(({ hidden }) => !hidden).map(({ skill }) => skill), notices }
    },
    async load(_scope, name, { signal }): Promise<LoadedSkill | undefined> {
      const found = await listed(name, signal)
      return found && readFound(found, signal)
    },
    async readFile(_scope, name, path, { signal, maxBytes = 1_048_576 }): Promise<SkillFile | undefined> {
      const found = await listed(name, signal)
      return found && reader.readWithin(`${directory}/${found.directory}`, path, maxBytes, signal)
    },
    async readSkill(name, signal) {
      const { files } = await scan(signal)
      const found = files.find(({ skill }) => skill.name === name)
      if (found) return readFound(found, signal)
      const names = files.map(({ skill }) => skill.name)
      throw notFound(name, names)
    },
  }
}

/** Says that a directory that the application names is none. */
function noDirectory(directory: string, { state }: FileText): readonly Notice[] {
  if (state === 'refused') return []
  const what = `${directory} ${state === 'missing' ? 'does not exist' : 'is not a directory'}, so there are no skills.`
  return [notice('DIRECTORY_UNREADABLE', [what, 'Create it, or correct the option `directory`.'], directory)]
}

type Usable = SkillText & { readonly skill: Skill }

interface Scan {
  readonly files: readonly Usable[]
  readonly notices: readonly Notice[]
}

/** Resolves name collisions: the skill whose directory has the name stays, otherwise the first. Sorts by name. */
function resolveCollisions(files: readonly SkillText[]): Scan {
  const byName = new Map<string, Usable>()
  const notices: Notice[] = []
  for (const { skill, ...rest } of files) {
    if (!skill) continue
    const file = { ...rest, skill }
    const { name, location } = skill
    const other = byName.get(name)
    const hasOwnName = ({ directory }: SkillText): boolean => nameOf(directory) === name
    const stays = other && (hasOwnName(other) || !hasOwnName(file)) ? other : file
    byName.set(name, stays)
    if (other) {
      const what = `Two skills have the name '${name}': ${stays.skill.location} is used.`
      const unused = stays === file ? other.skill.location : location
      notices.push(notice('SKILL_COLLISION', [what, 'Rename one of them.'], unused))
    }
  }
  return { files: [...byName.values()].sort((a, b) => byCodeUnits(a.skill.name, b.skill.name)), notices }
}

function notFound(name: string, known: readonly string[]): Error {
  const message = `The folder has no skill '${name}'.${didYouMean(name, known)}`
  return fsError('SKILL_NOT_FOUND', message, 'List the skills to see their names.', { skill: name, known })
}
