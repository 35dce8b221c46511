import { open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, posix, resolve } from 'node:path'
import type { Skill, SkillSource } from '@lamella/core'
import { cliError } from '../problem.ts'

/** An installed package, and the guides in its folder, as paths below it. */
interface DocumentedPackage {
  readonly skill: Skill
  readonly folder: string
  readonly guides: readonly string[]
}

/**
 * Returns the guides of the packages that a project has installed, which fit their versions: each package is a skill, whose
 * instructions are its README and whose files are its guides.
 *
 * @throws LamellaError `PACKAGE_MISSING` if the project has none of them
 */
export async function installedDocs(project: string): Promise<SkillSource> {
  const packages = new Map((await packagesIn(project)).map((one) => [one.skill.name, one]))
  return {
    skills: () => ({ skills: Array.from(packages.values(), ({ skill }) => skill) }),
    load: async (_scope, name) => {
      const found = packages.get(name)
      if (found === undefined) return undefined
      const body = await readFile(join(found.folder, 'README.md'), 'utf8')
      return { ...found.skill, body, resources: found.guides }
    },
    readFile: async (_scope, name, path, { maxBytes = 1_048_576 }) => {
      const found = packages.get(name)
      return found?.guides.includes(path) ? beginningOf(join(found.folder, path), maxBytes) : undefined
    },
  }
}

async function packagesIn(project: string): Promise<readonly DocumentedPackage[]> {
  const folder = await scopeFolder(resolve(project))
  const names = folder === undefined ? [] : (await readdir(folder)).sort()
  const found = await Promise.all(names.map((name) => readPackage(join(folder as string, name))))
  const packages = found.filter((one) => one !== undefined)
  if (packages.length > 0) return packages
  throw cliError(
    'PACKAGE_MISSING',
    `No package of Lamella is installed in ${resolve(project)}.`,
    'Install one, such as @lamella/core, or name the folder of the project.',
    { packages: ['@lamella/core'] },
  )
}

/** Returns the nearest folder with installed packages of Lamella, in the project's folder or above it. */
async function scopeFolder(project: string): Promise<string | undefined> {
  const folder = join(project, 'node_modules/@lamella')
  const isThere = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isThere) return folder
  return dirname(project) === project ? undefined : scopeFolder(dirname(project))
}

/** Returns a package that has a README; a broken link or a folder of something else is none. */
async function readPackage(link: string): Promise<DocumentedPackage | undefined> {
  try {
    const folder = await realpath(link)
    const { name, version, description } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    await stat(join(folder, 'README.md'))
    const docs = await readdir(join(folder, 'docs'), { recursive: true }).catch((): string[] => [])
    const guides = docs
      .filter((path) => path.endsWith('.md'))
      .map((path) => posix.join('docs', path.replaceAll('\\', '/')))
    const skill = {
      name: String(name).replace('@lamella/', 'lamella-'),
      description: `${name} ${version}: ${description}`,
    }
    return { skill, folder, guides: guides.sort() }
  } catch {
    return undefined
  }
}

async function beginningOf(
  file: string,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly size: number }> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(size, maxBytes)), 0)
    return { bytes: buffer.subarray(0, bytesRead), size }
  } finally {
    await handle.close()
  }
}
