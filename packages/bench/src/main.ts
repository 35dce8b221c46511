import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { adapters } from './adapters/adapters.ts'
import { others } from './adapters/others.ts'
import { assembling } from './assembling/assembling.ts'
import { blocks } from './blocks/blocks.ts'
import { digesting } from './digesting.ts'
import { encoding } from './encoding.ts'
import { longSessions } from './long-sessions.ts'
import { observing } from './observing.ts'
import { offloading } from './offload/offloading.ts'
import { page, renewed } from './page.ts'
import { planning } from './planning.ts'
import { needed } from './prefix/needed/needed.ts'
import { prefix } from './prefix/prefix.ts'
import { recording } from './recording.ts'
import { made } from './retention/made/made.ts'
import { summarizing } from './retention/made/summarizing.ts'
import { retention } from './retention/retention.ts'
import { findingTools } from './search/finding-tools.ts'
import { indexing } from './search/indexing.ts'
import { rankOnce } from './search/rank-once.ts'
import { search } from './search/search.ts'
import { searchInStores } from './search/search-in-stores.ts'
import { searchQuality } from './search/search-quality.ts'
import { toolQuality } from './search/tool-quality.ts'
import type { Section, Skipped } from './section.ts'
import { sizes } from './sizes.ts'
import { storedRuns } from './stored-runs.ts'
import { appending } from './stores/appending.ts'
import { claudeAgent } from './stores/claude-sessions.ts'
import { postgresStore } from './stores/postgres.ts'
import { tails } from './stores/tails.ts'
import { turnBytes } from './stores/turn-bytes.ts'
import { tokens } from './tokens/tokens.ts'
import { trimming } from './trimming.ts'
import { warmBuilds } from './warm-builds.ts'

/**
 * `pnpm bench` runs all benchmarks and writes docs/benchmarks.md; `pnpm bench planning` runs one and prints it, and
 * `pnpm bench --write planning` renews its section of the page.
 */
const benchmarks: Readonly<Record<string, () => Promise<Section | Skipped>>> = {
  sizes,
  trimming,
  planning,
  'long-sessions': longSessions,
  'warm-builds': warmBuilds,
  observing,
  recording,
  'stored-runs': storedRuns,
  encoding,
  digesting,
  'turn-bytes': turnBytes,
  appending,
  tails,
  postgres: postgresStore,
  'claude-agent': claudeAgent,
  tokens,
  search,
  'search-in-stores': searchInStores,
  'search-quality': searchQuality,
  indexing,
  'rank-once': rankOnce,
  tools: findingTools,
  'finding-tools': toolQuality,
  blocks,
  assembling,
  prefix,
  adapters,
  others,
  offload: offloading,
  needed,
  retention,
  made,
  summaries: summarizing,
}

/** Those that run only if they are named. What `needed` measures is in `prefix` too; the rest have pages of their own. */
const onRequest: readonly string[] = ['needed', 'others', 'retention', 'made', 'summaries']

const target = new URL('../../../docs/benchmarks.md', import.meta.url)
const isPart = process.argv[2] === '--part'
const isWritten = process.argv[2] === '--write'
const chosen = process.argv.slice(isPart || isWritten ? 3 : 2)
const isWhole = chosen.length === 0
const unknown = chosen.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  console.error(`There is no benchmark '${unknown.join("', '")}'. There are: ${Object.keys(benchmarks).join(' ')}.`)
  process.exit(1)
}
const results: (Section | Skipped)[] = []
const failed: string[] = []
for (const [name, run] of Object.entries(benchmarks)) {
  if (isWhole ? onRequest.includes(name) : !chosen.includes(name)) continue
  if (!isPart) console.error(`running ${name}`)
  try {
    const result = isPart ? await run() : inItsOwnProcess(name)
    results.push(result)
    if (!isPart && 'skipped' in result) console.error(`skipped ${name}: ${result.skipped}`)
  } catch (error) {
    if (isPart) throw error
    console.error(error)
    failed.push(name)
  }
}
if (isPart) console.log(JSON.stringify(results[0]))
else publish(results.filter((result) => 'title' in result))

/** Runs a benchmark in a new process: an earlier one in the same process would skew what the compiler optimizes. */
function inItsOwnProcess(name: string): Section | Skipped {
  const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--part', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  return JSON.parse(output) as Section | Skipped
}

function publish(sections: readonly Section[]): void {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores, ${process.platform} ${arch()}. Peers: ${peers()}.`
  const text = page(sections, machine)
  console.log(text)
  // A benchmark that failed keeps the section that it has.
  if (isWritten || (isWhole && failed.length > 0))
    writeFileSync(target, renewed(readFileSync(target, 'utf8'), sections))
  else if (isWhole) writeFileSync(target, text)
  const missed = sections.flatMap((section) => section.claims).filter((claim) => !claim.holds)
  for (const { text: claim, seen } of missed) console.error(`missed: ${claim} (${seen})`)
  if (failed.length === 0) return
  console.error(`failed: ${failed.join(' ')}`)
  process.exitCode = 1
}

function peers(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  return Object.entries(manifest.dependencies)
    .filter(([name]) => !name.startsWith('@lamella/'))
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
}
