import { readdirSync, readFileSync } from 'node:fs'
import { defineLayer } from '@lamella/core'
import { defaultFraming } from '@lamella/core/plugin'
import {
  createBlobStore,
  createBlockStore,
  createMemory,
  createMemoryStore,
  createSessionStore,
} from '@lamella/store/memory'
import {
  blobStoreSuite,
  blockStoreSuite,
  type ConformanceCase,
  charTokenizer,
  framingSuite,
  isConformanceError,
  layerSuite,
  memorySourceSuite,
  memoryStoreSuite,
  mutants,
  policySuite,
  rankerSuite,
  sessionAdminSuite,
  sessionBlobsSuite,
  sessionCompactionsSuite,
  sessionRunsSuite,
  sessionSearchSuite,
  sessionStoreSuite,
  sessionTransferSuite,
  skillSourceSuite,
  textSourceSuite,
  tokenizerSuite,
} from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { sessionSuites } from './session-suites.ts'
import { others } from './subjects/others.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const contract = ['../../core/src/contract/', '../../store/src/contract/', '../../runs/src/contract/']
  .flatMap((folder) => readdirSync(new URL(folder, import.meta.url)).map((file) => read(folder + file)))
  .join('\n')
  // A sentence may continue on the next line of its comment.
  .replaceAll(/\s*\n\s*(\*|\/\/) ?/g, ' ')

const suites: Readonly<Record<string, readonly ConformanceCase[]>> = {
  tokenizerSuite: tokenizerSuite(() => charTokenizer),
  rankerSuite: rankerSuite(() => ({ name: 'none', rank: (_query, documents) => documents.map(() => 0) })),
  policySuite: policySuite(() => ({ name: 'none', steps: () => [] })),
  layerSuite: layerSuite(() => defineLayer('none', { load: () => undefined })),
  framingSuite: framingSuite(() => defaultFraming),
  textSourceSuite: textSourceSuite(() => ({ read: () => undefined })),
  memorySourceSuite: memorySourceSuite(createMemory),
  skillSourceSuite: skillSourceSuite(() => ({ skills: () => ({ skills: [] }) })),
  sessionStoreSuite: sessionStoreSuite(createSessionStore),
  sessionRunsSuite: sessionRunsSuite(createSessionStore),
  sessionCompactionsSuite: sessionCompactionsSuite(createSessionStore),
  sessionTransferSuite: sessionTransferSuite(createSessionStore),
  sessionAdminSuite: sessionAdminSuite(createSessionStore),
  sessionSearchSuite: sessionSearchSuite(createSessionStore),
  memoryStoreSuite: memoryStoreSuite(createMemoryStore),
  blockStoreSuite: blockStoreSuite(createBlockStore),
  blobStoreSuite: blobStoreSuite(createBlobStore),
  sessionBlobsSuite: sessionBlobsSuite(() => ({ sessions: createSessionStore(), blobs: createBlobStore() })),
}

/** The rows of the table under each heading `### suite`. */
function tables(markdown: string): Readonly<Record<string, readonly (readonly string[])[]>> {
  const sections = markdown.split(/^### `?/m).slice(1)
  const rows = (section: string) =>
    section.split('\n').flatMap((line) => {
      const [, code, name] = /^\| `([A-Z_]+)` \| (.+?) \|$/.exec(line) ?? []
      return code && name ? [[code, name]] : []
    })
  return Object.fromEntries(sections.map((section) => [/^\w+/.exec(section)?.[0], rows(section)]))
}

describe('README.md', () => {
  it('lists every case of every suite with its code, and no others', () => {
    const wanted = Object.entries(suites).map(([name, cases]) => [
      name,
      cases.map(({ code, name: title }) => [code, title]),
    ])
    expect(tables(read('../README.md'))).toEqual(Object.fromEntries(wanted))
  })
})

describe('the lines of the contract that errors quote', () => {
  const broken = [
    ...mutants.tokenizers.map((mutant) => ({ ...mutant, cases: tokenizerSuite(mutant.make) })),
    ...mutants.rankers.map((mutant) => ({ ...mutant, cases: rankerSuite(mutant.make) })),
    ...mutants.policies.map((mutant) => ({ ...mutant, cases: policySuite(mutant.make) })),
    ...mutants.layers.map((mutant) => ({ ...mutant, cases: layerSuite(mutant.make, { patience: 100 }) })),
    ...mutants.framings.map((mutant) => ({ ...mutant, cases: framingSuite(mutant.make) })),
    ...mutants.textSources.map((mutant) => ({
      ...mutant,
      cases: textSourceSuite(mutant.make, { patience: 100, others }),
    })),
    ...mutants.memorySources.map((mutant) => ({
      ...mutant,
      cases: memorySourceSuite(mutant.make, { patience: 100, others }),
    })),
    ...mutants.skillSources.map((mutant) => ({
      ...mutant,
      cases: skillSourceSuite(mutant.make, { patience: 100, others }),
    })),
    ...mutants.sessionStores.map((mutant) => ({
      ...mutant,
      cases: sessionSuites(mutant.make, { reopen: (store) => store }),
    })),
    ...mutants.memoryStores.map((mutant) => ({
      ...mutant,
      cases: memoryStoreSuite(mutant.make, { has: ['erase'], reopen: (store) => store }),
    })),
    ...mutants.blobStores.map((mutant) => ({
      ...mutant,
      cases: blobStoreSuite(mutant.make, { has: ['erase'], reopen: (store) => store }),
    })),
    ...mutants.sessionBlobs.map((mutant) => ({ ...mutant, cases: sessionBlobsSuite(mutant.make) })),
    ...mutants.blockStores.map((mutant) => ({
      ...mutant,
      cases: blockStoreSuite(mutant.make, { has: ['erase'], reopen: (store) => store }),
    })),
  ]

  it.each(broken)('are found in the contract word for word: $code, $name', async ({ code, cases }) => {
    const error: unknown = await cases
      .find((each) => each.code === code)
      ?.run()
      .catch((thrown: unknown) => thrown)
    if (!isConformanceError(error)) throw new Error('no ConformanceError', { cause: error })
    const [where, says] = error.details.contract
    // Guarantees and the trust rules are in the design document, not in the types.
    if (/^G\d|^Trust$/.test(where)) return
    expect(contract).toContain(says)
  })
})
