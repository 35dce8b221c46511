import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the repository, without a trailing slash. */
export const root: string = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** The fields of a package.json that the checks read. */
export interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly license?: string
  readonly type?: string
  readonly sideEffects?: boolean
  readonly description?: string
  readonly files?: readonly string[]
  readonly engines?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly browser?: Readonly<Record<string, false>>
  readonly exports?: Readonly<Record<string, ExportTarget>>
  readonly publishConfig?: { readonly access?: string; readonly exports?: Readonly<Record<string, ExportTarget>> }
  readonly repository?: { readonly directory?: string }
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

type ExportTarget = string | Readonly<Record<string, string>>

/** One folder in `packages/`. */
export interface Package {
  /** `core` for `packages/core`. */
  readonly folder: string
  readonly path: string
  readonly manifest: Manifest
}

/** Every package, by folder name. */
export const packages: readonly Package[] = readdirSync(join(root, 'packages'))
  .filter((folder) => existsSync(join(root, 'packages', folder, 'package.json')))
  .map((folder) => {
    const path = join(root, 'packages', folder)
    return { folder, path, manifest: JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest }
  })

/** Packages that are published to the registry. */
export const published: readonly Package[] = packages.filter(({ manifest }) => !manifest.private)

/** Returns the files below a folder of the repository with the given ending, in order; none if the folder is missing. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/](node_modules|dist)[\\/]/.test(path.slice(folder.length)))
    .sort()
}

/** Returns the TypeScript files that a package ships. */
export function sourcesOf({ path }: Package): readonly string[] {
  return filesBelow(join(path, 'src'), '.ts')
}

/** Returns the files that git tracks or would add. */
export function repoFiles(): readonly string[] {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  return list
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .map((path) => join(root, path))
}

/** Returns a path relative to the repository's folder. */
export function shown(path: string): string {
  return relative(root, path)
}
