import type { Notice, SkillSource } from '@lamella/core'
import { isObject, type LoadedSkill } from '@lamella/core/plugin'
import type { Skill, SkillSource as SkillCatalog, SkillReadResult } from '@modelcontextprotocol/server/ext/skills'
import { SKILL_LIMITS, SkillCatalogError, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import type { Serving } from './contract.ts'
import { skillPlace, skillUri } from './skill-uri.ts'

/** The most bytes of a file that is served. */
const maxFileBytes = 4_194_304

/** Skills in one page of a list: their files are read for the digests. */
const pageSize = 20

const main = 'SKILL.md'

/**
 * Makes a catalog of the skills extension of a source that can read its skills.
 *
 * Source: SEP-2640 (final, 2026-09-13) and `@modelcontextprotocol/server/ext/skills` 2.4.0, read 2026-11-23.
 */
export function skillCatalog(
  source: SkillSource,
  { scope, guarded }: Serving,
  onNotice: (notice: Notice) => void = () => {},
): SkillCatalog {
  const load = async (name: string, signal: AbortSignal): Promise<LoadedSkill | undefined> =>
    source.load?.(scope, name, { signal })

  /** Reads a file that belongs to the skill; `undefined` for others, and for those that are too large. */
  const readFile = async (skill: LoadedSkill, path: string, signal: AbortSignal): Promise<Uint8Array | undefined> => {
    if (path !== main && !skill.resources?.includes(path)) return undefined
    const file = await source.readFile?.(scope, skill.name, path, { signal, maxBytes: maxFileBytes })
    return file === undefined || file.bytes.length < file.size ? undefined : file.bytes
  }

  const entry = async (name: string, signal: AbortSignal): Promise<Skill | undefined> => {
    const skill = await load(name, signal)
    const body = skill && (await readFile(skill, main, signal))
    if (skill === undefined || body === undefined) return undefined
    const files = await filesOf(skill, (path) => readFile(skill, path, signal))
    try {
      // Without a list of all files the entry says that they are found by reading.
      const made = await skillEntry(encodeURIComponent(name), { [main]: body, ...files })
      return files === undefined ? { ...made, resources: 'dynamic' } : made
    } catch (error) {
      if (!SkillCatalogError.isInstance(error)) throw error
      onNotice(unserved(skill, error.problems.map(({ message }) => message).join('; ')))
      return undefined
    }
  }

  return {
    list: ({ cursor }, ctx) =>
      guarded('The list of skills', async () => {
        const { signal } = ctx.mcpReq
        const all = (await source.skills(scope, { signal })).skills
        const start = /^\d{1,9}$/.test(cursor ?? '0') ? Number(cursor ?? 0) : all.length
        const page = all.slice(start, start + pageSize)
        const entries = await Promise.all(page.map(({ name }) => entry(name, signal)))
        const next = start + pageSize
        return {
          skills: entries.filter((one) => one !== undefined),
          ...(next < all.length && { nextCursor: String(next) }),
        }
      }),
    get: (uri, ctx) =>
      guarded('Reading a skill', async () => {
        const place = skillPlace(uri)
        return place?.path === main ? entry(place.skill, ctx.mcpReq.signal) : undefined
      }),
    read: (uri, ctx) =>
      guarded('Reading a skill', async () => {
        const place = skillPlace(uri)
        const skill = place && (await load(place.skill, ctx.mcpReq.signal))
        const bytes = skill && (await readFile(skill, place.path, ctx.mcpReq.signal))
        return bytes && shown(bytes, place.path)
      }),
    listResources: (ctx) =>
      guarded('The list of skills', async () => {
        const { skills } = await source.skills(scope, { signal: ctx.mcpReq.signal })
        return skills.map(({ name, description }) => ({
          uri: skillUri(name, main),
          name,
          description,
          mimeType: 'text/markdown',
        }))
      }),
  }
}

/** Reads all other files of a skill; `undefined` if they are too many or too large to be listed with their digests. */
async function filesOf(
  { resources = [], notices = [] }: LoadedSkill,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Readonly<Record<string, Uint8Array>> | undefined> {
  const isCut = notices.some((notice) => isObject(notice) && notice.code === 'RESOURCES_OMITTED')
  if (isCut || resources.length >= SKILL_LIMITS.files) return undefined
  const files = new Map<string, Uint8Array>()
  let size = 0
  for (const path of resources) {
    const bytes = await read(path)
    size += bytes?.length ?? Number.POSITIVE_INFINITY
    if (bytes === undefined || size > SKILL_LIMITS.bytes) return undefined
    files.set(path, bytes)
  }
  return Object.fromEntries(files)
}

function shown(bytes: Uint8Array, path: string): SkillReadResult {
  try {
    // The byte order mark stays, so that the digest of the text is that of the bytes.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, mimeType: path.endsWith('.md') ? 'text/markdown' : 'text/plain' }
  } catch {
    return { bytes, mimeType: 'application/octet-stream' }
  }
}

function unserved({ name, location }: LoadedSkill, why: string): Notice {
  return {
    code: 'SKILL_NOT_SERVED',
    what: `The skill '${name}' is not served as a resource: ${why}.`,
    fix: 'Correct its SKILL.md; the tools can load it as it is.',
    ...(location !== undefined && { from: location }),
  }
}
