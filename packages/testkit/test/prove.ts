import { type ConformanceCase, type Make, runSuite } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import type { Mutant } from './mutants/mutant.ts'

type Suite<Subject> = (make: Make<Subject>, options: { readonly seed: number }) => readonly ConformanceCase[]

// Several seeds rule out luck: the generated inputs of each find the same faults.
const seeds = Array.from({ length: Number(process.env['LAMELLA_SEEDS'] ?? 1) }, (_, index) => index + 1)

// A mutant runs its own case and every nth of the others, a different selection per mutant. LAMELLA_EVERY=1 runs all.
const every = Number(process.env['LAMELLA_EVERY'] ?? 10)

/**
 * Proves a suite: good subjects pass everything, every mutant fails its case and no other, no case is untested.
 *
 * @param others The code of a second case that sees a fault, by the name of the mutant: what the fault breaks is there, too.
 */
export function prove<Subject>(
  suite: Suite<Subject>,
  good: Readonly<Record<string, Make<Subject>>>,
  mutants: readonly Mutant<Subject>[],
  others: Readonly<Record<string, string>> = {},
): void {
  const codesOf = async (mutant: Mutant<Subject>, seed: number) => {
    const offset = mutants.indexOf(mutant) + seed
    const cases = suite(() => mutant.make(), { seed })
    const chosen = cases.filter(({ code }, index) => code === mutant.code || (index + offset) % every === 0)
    return (await runSuite(chosen)).failed.map(({ code }) => code)
  }

  describe.each(Object.entries(good))('%s', (_name, make) => {
    it.each(seeds)('passes every case (seed %i)', async (seed) => {
      const { failed } = await runSuite(suite(make, { seed }))
      expect(failed.map(({ error }) => error.message)).toEqual([])
    })
  })

  describe.each(mutants.map((mutant) => [mutant.name, mutant] as const))('a subject that %s', (_name, mutant) => {
    it.each(seeds)(`fails ${mutant.code} and nothing else (seed %i)`, async (seed) => {
      const codes = await codesOf(mutant, seed)
      expect(codes.filter((code) => code !== others[mutant.name])).toEqual([mutant.code])
    })
  })

  it('has a mutant for every case, and a case for every mutant', () => {
    const codes = suite(() => mutants[0]?.make() as Subject, { seed: 1 }).map(({ code }) => code)
    expect(new Set(mutants.map(({ code }) => code))).toEqual(new Set(codes))
    expect(new Set(codes).size).toBe(codes.length)
  })
}
