import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tempFolder } from '../stores/temp-folder.ts'

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** A part of a process, and its share of the samples of a CPU profile, 0 to 1. */
export interface ProfileShare {
  readonly part: string
  readonly share: number
}

/**
 * Profiles a script from start to end, and returns what takes the time, the most first: loading modules, the garbage collector,
 * each package with what it calls.
 */
export async function profileOf(script: string, args: readonly string[]): Promise<readonly ProfileShare[]> {
  const { path, remove } = tempFolder()
  try {
    execFileSync(process.execPath, ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${path}`, script, ...args])
    const [file = ''] = await readdir(path)
    return sharesOf(JSON.parse(await readFile(join(path, file), 'utf8')) as Profile)
  } finally {
    remove()
  }
}

/** Returns the shares of a profile. */
export function sharesOf({ nodes, samples, timeDeltas }: Profile): readonly ProfileShare[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const partOfNode = (id: number | undefined): string => {
    for (let at = id; at !== undefined; at = parents.get(at)) {
      const part = partOf(byId.get(at)?.callFrame)
      if (part !== undefined) return part
    }
    return 'Node itself'
  }
  const sums = new Map<string, number>()
  let total = 0
  for (const [index, id] of samples.entries()) {
    const took = timeDeltas[index] ?? 0
    if (byId.get(id)?.callFrame.functionName === '(idle)') continue
    const part = partOfNode(id)
    sums.set(part, (sums.get(part) ?? 0) + took)
    total += took
  }
  return [...sums].map(([part, sum]) => ({ part, share: sum / total })).sort((a, b) => b.share - a.share)
}

function partOf(frame: ProfileNode['callFrame'] | undefined): string | undefined {
  const { functionName = '', url = '' } = frame ?? {}
  if (functionName === '(garbage collector)') return 'the garbage collector'
  if (url.startsWith('node:internal/modules') || url.startsWith('node:internal/bootstrap')) return 'loading modules'
  const own = /\/packages\/([^/]+)\/dist\//.exec(url)?.[1]
  const parts = url.split('/node_modules/')
  const inner = parts.length > 1 ? (parts.at(-1) ?? '').split('/') : []
  return own ?? (inner[0]?.startsWith('@') ? inner.slice(0, 2).join('/') : inner[0])
}
