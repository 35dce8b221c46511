import { readFileSync } from 'node:fs'
import { createEstimator } from '@lamella/core'
import { features, heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { machineFile } from '../scripts/fit-machine.mjs'
import { machineKinds, machineTexts } from '../scripts/machine.mjs'
import { pairsFiles } from '../scripts/pairs.mjs'
import { exactCounter } from '../scripts/tools.mjs'

/** Seeds that scripts/fit-machine.mjs does not fit the weights on: it has smaller ones. */
const texts = machineTexts([1001, 1002, 1003])
const exact = { o200k_base: exactCounter('o200k_base'), cl100k_base: exactCounter('cl100k_base') }
const most = (text: string): number => Math.max(exact.o200k_base(text), exact.cl100k_base(text))

/** Returns the kinds of text of which a piece is counted below the least share of the true count, with that share. */
function below(count: (text: string) => number, counted: (text: string) => number, least: number): readonly string[] {
  const shares = texts.map(({ kind, text }) => ({ kind, share: count(text) / counted(text) }))
  return shares.filter(({ share }) => share < least).map(({ kind, share }) => `${kind}: ${share.toFixed(3)}`)
}

describe('counts of what machines write', () => {
  it('have many kinds, each with texts of its own', () => {
    expect(Object.keys(machineKinds).length).toBeGreaterThanOrEqual(70)
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length)
  })

  it.each(['careful', 'upper'] as const)("are at least 0.95 of the larger true count in the mode '%s'", (mode) => {
    expect(below(heuristic({ mode }).count, most, 0.95)).toEqual([])
  })

  it.each(['careful', 'upper'] as const)("are at least 0.95 of cl100k_base in its mode '%s'", (mode) => {
    expect(below(heuristic({ mode, encoding: 'cl100k_base' }).count, exact.cl100k_base, 0.95)).toEqual([])
  })

  it("are at least 0.85 of the larger true count by the core's own estimate", () => {
    expect(below(createEstimator().count, most, 0.85)).toEqual([])
  })
})

describe('the tables', () => {
  const source = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

  it('of weights is what scripts/fit-machine.mjs makes', () => {
    expect(source('../src/weights.ts')).toBe(machineFile({ features }))
  })

  it('of rare pairs and triples are what scripts/pairs.mjs makes', () => {
    for (const { file, made } of pairsFiles()) expect(readFileSync(file, 'utf8')).toBe(made)
  })
})
