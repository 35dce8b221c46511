import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { load } from 'js-yaml'
import { filesBelow, root } from './repo.ts'

/** The parts of a GitHub Actions workflow that the checks read. */
export interface Workflow {
  /** A file name such as `ci.yml`. */
  readonly name: string
  readonly text: string
  readonly permissions: unknown
  readonly concurrency: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

interface Job {
  readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly string[]>> }
  readonly steps?: readonly Step[]
}

interface Step {
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}

/** Every workflow of `.github/workflows`. */
export const workflows: readonly Workflow[] = filesBelow(join(root, '.github/workflows'), '.yml').map((path) => {
  const text = readFileSync(path, 'utf8')
  return { ...(load(text) as Omit<Workflow, 'name' | 'text'>), name: basename(path), text }
})

/** Returns all values of a dimension in the matrices of one workflow, such as `node`. */
export function matrixOf(name: string, dimension: string): readonly string[] {
  const jobs = workflows.filter((one) => one.name === name).flatMap((one) => Object.values(one.jobs))
  return jobs.flatMap(({ strategy }) => strategy?.matrix?.[dimension] ?? [])
}

/** Returns the steps of a workflow that use an action. */
export function stepsWith(workflow: Workflow, action: string): readonly Step[] {
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps ?? [])
  return steps.filter(({ uses }) => uses?.startsWith(`${action}@`))
}

/**
 * Returns the major and minor number of a version such as `20.19`, `24` or `>=20.19`; without a minor, the newest one.
 */
export function lineOf(version: string): readonly [major: number, minor: number] {
  const [, major = '', minor] = /^(?:>=)?v?(\d+)(?:\.(\d+))?/.exec(version.trim()) ?? []
  if (major === '') throw new Error(`'${version}' is not a version of Node.`)
  return [Number(major), minor === undefined ? Number.POSITIVE_INFINITY : Number(minor)]
}

/** Checks whether a version is at least another one. */
export function isAtLeast(version: string, floor: string): boolean {
  const [major, minor] = lineOf(version)
  const [floorMajor, floorMinor] = lineOf(floor)
  return major > floorMajor || (major === floorMajor && minor >= floorMinor)
}
