import type { Notice } from '@lamella/core'
import { notice } from '../notices.ts'
import { byCodeUnits } from '../order.ts'
import type { FileReader, Listing } from '../read/file-reader.ts'
import { createScan } from '../read/scan.ts'
import { isSkillFileName, type SkillText } from './skill-file.ts'

/** The deepest level of directories that is looked at, as the guide for clients of agentskills.io advises (2026): 4 to 6. */
const maxDepth = 4

/** What was found in the directory of all skills. */
export interface FoundSkills {
  readonly files: readonly SkillText[]
  readonly notices: readonly Notice[]
}

/** A directory that may be a skill, or a group of them. */
interface Place {
  readonly path: string
  /** A link may be a skill, but is not looked into as a group: it could lead to a directory above. */
  readonly isLink: boolean
}

/**
 * Finds skills level by level. A directory with a skill's file is a skill, and nothing inside of it is one; a directory
 * without it is a group.
 *
 * @param load Reads the skill at a path below the directory; `undefined` if there is none. The names of its file are the
 * usual ones, if no others were found.
 */
export function createSkillScan(
  reader: FileReader,
  directory: string,
  maxFolders: number,
  load: (
    path: string,
    signal: AbortSignal | undefined,
    fileNames?: readonly string[],
  ) => Promise<SkillText | undefined>,
): (signal: AbortSignal | undefined) => Promise<FoundSkills> {
  const scanTop = createScan(
    async (signal) => {
      const { entries, notices } = await reader.list(directory, signal)
      const places = placesIn('', entries)
      const kept = places.slice(0, maxFolders)
      return { listing: { places, kept, notices }, names: kept.map(({ path }) => path) }
    },
    (path, signal) => load(path, signal),
  )

  return async (signal) => {
    /** Reads a skill whose file is called `Skill.md` or `SKILL.MD`, which is the same name on some systems. */
    const otherSpelling = async (path: string, { entries }: Listing): Promise<SkillText | undefined> => {
      const names = entries.map(({ name }) => name).filter(isSkillFileName)
      return names.length === 0 ? undefined : load(path, signal, names)
    }
    const { listing, results: top } = await scanTop(signal)
    const files: SkillText[] = []
    const notices: Notice[] = [...listing.notices]
    let { places, kept } = listing
    let results = top
    let left = maxFolders
    let omitted = 0
    for (let depth = 1; kept.length > 0; depth++) {
      omitted += places.length - kept.length
      left -= kept.length
      files.push(...results.filter((file) => file !== undefined))
      const empty = kept.filter((_, i) => results[i] === undefined)
      const [links, groups] = [empty.filter(({ isLink }) => isLink), empty.filter(({ isLink }) => !isLink)]
      const lists = await Promise.all(
        [...links, ...groups].map(async ({ path, isLink }) => {
          const list = await reader.list(`${directory}/${path}`, signal)
          return { path, isLink, list, skill: await otherSpelling(path, list) }
        }),
      )
      for (const { path, isLink, list, skill } of lists) {
        if (skill) files.push(skill)
        else if (isLink && placesIn('', list.entries).length > 0) notices.push(linkedGroup(`${directory}/${path}`))
        notices.push(...list.notices)
      }
      places = lists.flatMap(({ path, isLink, list, skill }) =>
        skill || isLink ? [] : placesIn(`${path}/`, list.entries),
      )
      if (depth === maxDepth && places[0]) notices.push(tooDeep(places.length, `${directory}/${places[0].path}`))
      kept = depth === maxDepth ? [] : places.slice(0, left)
      if (kept.length === 0 && depth < maxDepth) omitted += places.length
      results = await Promise.all(kept.map(({ path }) => load(path, signal)))
    }
    return { files, notices: omitted > 0 ? [...notices, tooMany(omitted, maxFolders, directory)] : notices }
  }
}

function placesIn(above: string, entries: Listing['entries']): readonly Place[] {
  // Version control and installed packages are not skills.
  return entries
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => ({ path: above + entry.name, isLink: entry.isSymbolicLink() }))
    .sort((a, b) => byCodeUnits(a.path, b.path))
}

function linkedGroup(path: string): Notice {
  const what = `${path} was not looked into: it is a link to a directory without SKILL.md.`
  return notice('SKILLS_OMITTED', [what, 'Link each skill, or the whole directory of skills.'], path)
}

function tooMany(count: number, maxFolders: number, directory: string): Notice {
  const what = `${count} directories beyond the first ${maxFolders} were not read.`
  return notice('SKILLS_OMITTED', [what, 'Raise `maxSkills` to read them.'], directory)
}

function tooDeep(count: number, path: string): Notice {
  const others = count === 1 ? '' : `, and ${count - 1} more like it,`
  const what = `${path}${others} was not read: skills are looked for ${maxDepth} directories deep.`
  return notice('SKILLS_OMITTED', [what, 'Move the skills up, if there are any.'], path)
}
