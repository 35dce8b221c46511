import { readdirSync, readFileSync } from 'node:fs'
import {
  blobStoreSuite,
  blockStoreSuite,
  framingSuite,
  isConformanceError,
  layerSuite,
  memorySourceSuite,
  memoryStoreSuite,
  policySuite,
  rankerSuite,
  sessionBlobsSuite,
  sessionStoreSuite,
  skillSourceSuite,
  textSourceSuite,
  tokenizerSuite,
} from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { mutants } from './mutants/index.ts'
import { others } from './subjects/others.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const contract = ['../../core/src/contract/', '../../store/src/contract/', '../../runs/src/contract/']
  .flatMap((folder) => readdirSync(new URL(folder, import.meta.url)).map((file) => read(folder + file)))
  .join('\n')
  // A sentence may continue on the next line of its comment.
  .replaceAll(/\s*\n\s*(\*|\/\/) ?/g, ' ')

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
      cases: sessionStoreSuite(mutant.make, {
        has: ['runs', 'compactions', 'transfer', 'admin', 'search'],
        reopen: (store) => store,
      }),
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
