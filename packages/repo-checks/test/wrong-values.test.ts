import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContextBuilder } from '@lamella/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packages } from '../src/repo.ts'
import { entriesOf } from '../src/source-entries.ts'
import { methodsOf, rawErrorsOf } from '../src/wrong-values.ts'

type Call = (...values: readonly unknown[]) => unknown

/** Why a function may answer wrong values with a raw error, by what its name begins with. */
const excused: readonly (readonly [reason: string, names: RegExp])[] = [
  [
    'Entries for authors of plugins, stores and formats: their functions get what another function has checked.',
    /^@lamella\/(core\/plugin|wire\/kit|store\/search|ranker-bm25\/stores|testkit\/retention) /,
  ],
  [
    'Functions for authors of stores, and of adapters, that get what was stored or what is JSON.',
    /^@lamella\/(store (answer|blobIdsIn|canRead|checkToolInput|contentFingerprint|diverse|fading|indexedSoFar|lostByJson|mustBeAt|nestsTooDeep|nextRunVersion|overlayOf|rankDocuments|readyTool|refusal|sameCompaction|scopeOf|sentText|storedRun|summariesFingerprint|unknownName|with(Foreign|Stale)Thinking|withoutReservedMarks|writeSessionLines|blob\w+|block\w+|notShared|session\w+)|host (canonical|foldTexts|isSameContent|namesSystemRole|unfoldTexts))\(/,
  ],
  [
    'Methods of a contract that only this library calls, with what it has checked.',
    / (recorder\(\)\.begin|requestLimiter\(\)\.of|createFileReader\(\)\.readWithin|memoryFiles\(\)\.entries|fakeRequest\(\)\.count|(createCountMemory|fileCounts)\(\)\.countsOf|skillFolder\(\)\.(load|readFile|readSkill|skills)|(openSession|createSession)\(\)\.(original|read))\(/,
  ],
  ['Hooks that only the host calls.', /\(\)\.wrap(Generate|Stream|ModelCall)\(/],
  [
    'There is no room for these checks: they would be in every program, or in the page.',
    /^@lamella\/(inspector (compareBuilds|windowBar)|compaction\/digest (isLikelySecret|valuesIn)|layers shorterForms|core(\/plan)? (LamellaError|createRegistry|createEstimator\(\)\.count|createPlanner|explain|oldestFirstOptions|plan|rungsByLimit))\(/,
  ],
]

const scope = { tenant: 'acme' }
const message = { role: 'user', content: 'Hello' }
const tool = { name: 'search', description: 'Searches.', inputSchema: { type: 'object', properties: {} } }
const chunk = { id: 'c1', type: 'AGENT', content: 'Hello', metadata: { role: 'user' } }
const context = { system: [], messages: [message], tools: [], parameters: {} }
const place = { scope, session: 's' }

const load = async (specifier: string): Promise<Record<string, Call>> => {
  const entry = packages.flatMap(entriesOf).find((one) => one.specifier === specifier)
  return (await import(entry?.source ?? specifier)) as Record<string, Call>
}
const made = async (specifier: string, name: string, ...values: readonly unknown[]): Promise<unknown> =>
  (await load(specifier))[name]?.(...values)
const store = (name: string): Promise<unknown> => made('@lamella/store/memory', name)
const builder = async (): Promise<ContextBuilder> =>
  ((await made('@lamella/layers', 'conversationBuilder')) as ContextBuilder).budget({ window: 1_000, reserve: 10 })

/** Right arguments, for functions with later parameters or with results that have methods. */
const right: Readonly<Record<string, () => unknown>> = {
  createContext: () => [],
  createEstimator: () => [],
  createCountMemory: () => [],
  createRegistry: () => [[]],
  createPlanner: () => [[]],
  plan: () => [[], { window: 100, reserve: 10 }],
  explain: async () => [(await (await builder()).build({ scope, message: 'x' })).report],
  defineLayer: () => ['x', { load: () => 'x' }],
  logTo: () => [console],
  heuristic: () => [{}],
  simple: () => [{}],
  features: () => ['x'],
  calibrate: async () => [await made('@lamella/tokenizer-heuristic', 'heuristic')],
  createContextAssembler: async () => [{ sessionStore: await store('createSessionStore'), scope }],
  createMemoryCache: async () => [{ blocks: await store('createBlockStore'), scope, newId: () => 'id' }],
  toBatches: () => [[message], () => ({ id: 'b', complete: true })],
  compactSession: async () => [{ store: await store('createSessionStore'), ...place, summarize: () => 'x' }],
  readCompactable: async () => [{ store: await store('createSessionStore'), ...place }, new AbortController().signal],
  missingFacts: () => [[message], 'x'],
  isLikelySecret: () => ['x', 'x'],
  parseSections: () => ['## Goal', { start: 0, end: 1 }],
  openSession: async () => [await store('createSessionStore'), scope, 's'],
  createSession: () => [[message]],
  createSessionStore: () => [],
  createMemoryStore: () => [],
  createBlockStore: () => [],
  createBlobStore: () => [],
  conversationBuilder: () => [],
  createToolRuleTracker: () => [[]],
  shorterForms: () => ['x'],
  createModels: () => [[]],
  createTokenizers: () => [],
  loadTokenizer: () => ['o200k_base'],
  supportsFeature: () => ['gpt-4o', 'vision'],
  platformOf: () => ['gpt-4o', 'openai'],
  requestCost: () => [
    { tokens: { total: 1, reserve: 1, tools: 0 }, tools: 0, items: [] },
    { input: 1, output: 1 },
  ],
  requestLimiter: () => [{}],
  modelBudget: () => ['gpt-4o', {}],
  bm25: () => [],
  createIndex: () => [],
  toolIndex: () => [[tool]],
  guessLanguage: () => ['x', []],
  openRun: async () => [await builder(), { sessions: await store('createSessionStore'), scope, id: 's' }],
  extend: async () => [await builder(), { scope, message: 'Hello' }],
  recorder: () => [{ write: () => undefined }],
  readRecording: () => [[]],
  createFileReader: () => ['.'],
  fileSessions: () => ['sessions'],
  fileMemory: () => ['memory'],
  fileBlobs: () => ['blobs'],
  fileCounts: () => ['counts'],
  skillFolder: () => ['skills'],
  memoryFiles: () => ['.'],
  validateSkillText: () => ['x', 'x', {}],
  unusedFiles: () => [['x'], ['x']],
  prefixServer: () => ['anthropic', {}],
  fakeRequest: () => [{}],
  renderChunk: () => [chunk],
  lamella: () => [],
  systemForHost: () => [context, []],
  takeByKey: () => [[], () => 'x'],
  messagesForHost: () => [[message], {}],
  createTokenEstimator: () => [],
}

/** The same for the functions of each format. */
function rightOfFormat(name: string): readonly unknown[] | undefined {
  if (/^(encode|to)(OpenAI|Anthropic|Gemini|Bedrock)/.test(name)) return [context, { model: 'x' }]
  if (/^validate(OpenAI|Anthropic|Gemini|Bedrock)/.test(name)) return [{ model: 'x', messages: [message] }, {}]
  return /(openai|anthropic|gemini)ImageTokens/.test(name) ? [{ width: 1, height: 1 }] : undefined
}

async function rawErrorsIn(specifier: string): Promise<readonly string[]> {
  const found: string[] = []
  const isExcused = (name: string): boolean => excused.some(([, names]) => names.test(`${name}(`))
  const note = async (name: string, call: Call, values?: readonly unknown[]): Promise<void> => {
    if (!isExcused(name)) found.push(...(await rawErrorsOf(name, call, values)))
  }
  for (const [key, call] of Object.entries(await load(specifier))) {
    // A suite registers tests, or runs them.
    if (typeof call !== 'function' || /^(register|run)Suite$/.test(key)) continue
    const values = async (): Promise<readonly unknown[] | undefined> =>
      ((await right[key]?.()) as readonly unknown[] | undefined) ?? rightOfFormat(key)
    await note(`${specifier} ${key}`, call, await values())
    const given = await values()
    if (given === undefined || isExcused(`${specifier} ${key}`)) continue
    for (const [method, own] of methodsOf(await call(...given))) await note(`${specifier} ${key}().${method}`, own)
  }
  return found
}

const before = process.cwd()
beforeAll(() => process.chdir(mkdtempSync(join(tmpdir(), 'wrong-values-'))))
afterAll(() => {
  const folder = process.cwd()
  process.chdir(before)
  rmSync(folder, { recursive: true, force: true })
})

describe('published functions', () => {
  const published = packages.filter(({ manifest }) => manifest.private !== true).flatMap(entriesOf)
  it.each(published.map(({ specifier }) => specifier))('%s: wrong values cause a LamellaError', async (specifier) => {
    expect(await rawErrorsIn(specifier)).toEqual([])
  })
})
