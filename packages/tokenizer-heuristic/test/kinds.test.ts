import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEstimator } from '@lamella/core'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../scripts/tools.mjs'
import { dataFolder, noData } from './data.ts'

const exact = exactCounter('o200k_base')
const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8')
const own = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** Returns bytes that look random and are the same in each run. */
function bytes(count: number, seed: number): Buffer {
  let state = seed
  return Buffer.from(
    Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
      return (state >> 16) & 0xff
    }),
  )
}

const list = (count: number, one: (index: number) => string, joint: string): string =>
  Array.from({ length: count }, (_, index) => one(index)).join(joint)

const faces = [
  ...'😀😃😄😁😆😅🤣😂🙂😉😊😇🥰😍🤩😘😋😛😜🤪🤔🤐😐😶🙄😬😌😔😴😷🤒🥵🥶😵🤠😎🤓🚀🎉🔥💡✅❌🌍🌈🍕🍔🚗📱💻',
]
const joined = ['👨‍👩‍👧‍👦', '👩🏽‍💻', '🏳️‍🌈', '🇩🇪', '🇯🇵', '👍🏿', '1️⃣', '❤️‍🔥']
const face = (index: number): string => faces[(index * 7) % faces.length] ?? ''

/** Kinds of text that need twice as many tokens as a rule of thumb says. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  hex: [
    fixture('hex'),
    bytes(2_000, 1).toString('hex'),
    bytes(2_000, 2).toString('hex').toUpperCase(),
    list(50, (index) => bytes(32, index).toString('hex'), '\n'),
    list(200, (index) => bytes(4, index).toString('hex'), ' '),
    list(100, (index) => `0x${bytes(20, index).toString('hex')}`, ', '),
    list(
      60,
      (index) =>
        bytes(16, index)
          .toString('hex')
          .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      '\n',
    ),
  ],
  base64: [
    fixture('base64'),
    bytes(3_000, 3).toString('base64'),
    bytes(3_000, 4).toString('base64url'),
    bytes(3_000, 5).toString('base64').replace(/.{76}/g, '$&\n'),
    list(60, (index) => bytes(24, index).toString('base64'), '\n'),
    Buffer.from(fixture('chinese')).toString('base64'),
  ],
  emoji: [
    fixture('emoji'),
    list(400, face, ''),
    list(400, face, ' '),
    list(200, (index) => joined[index % joined.length] ?? '', ''),
    list(100, (index) => `thanks ${face(index)}`, '\n'),
  ],
  code: [fixture('code'), own('src/scan.ts'), own('src/weights.ts'), own('scripts/fit.mjs'), own('package.json')],
  chinese: [fixture('chinese')],
}

const cases = Object.entries(kinds).flatMap(([kind, texts]) => texts.map((text, index) => ({ kind, index, text })))

describe('counts of text that is least like prose, against o200k_base', () => {
  it.each(cases)("$kind $index: the core's default estimator is never below 0.9 of the true count", ({ text }) => {
    expect(createEstimator().count(text) / exact(text)).toBeGreaterThanOrEqual(0.9)
  })

  it.each(cases)("$kind $index: 'careful' is never below 0.95 of the true count", ({ text }) => {
    expect(heuristic({ mode: 'careful' }).count(text) / exact(text)).toBeGreaterThanOrEqual(0.95)
  })

  it.skipIf(noData !== undefined)('also hold for real Chinese passages, twenty at a time', () => {
    const lines = readFileSync(join(dataFolder, 'retrieval/cmrc-zh/docs.jsonl'), 'utf8').trim().split('\n')
    const passages = lines.map((line) => (JSON.parse(line) as { readonly text: string }).text)
    for (let start = 0; start + 20 <= passages.length; start += 20) {
      const text = passages.slice(start, start + 20).join('\n')
      expect(createEstimator().count(text) / exact(text)).toBeGreaterThanOrEqual(0.9)
      expect(heuristic({ mode: 'careful' }).count(text) / exact(text)).toBeGreaterThanOrEqual(0.95)
    }
  })

  it("stay close to the true count for plain English: within 5 % for 'careful', within 10 % for the core", () => {
    const text = fixture('english')
    expect(Math.abs(heuristic({ mode: 'careful' }).count(text) / exact(text) - 1)).toBeLessThan(0.05)
    expect(Math.abs(createEstimator().count(text) / exact(text) - 1)).toBeLessThan(0.1)
  })
})
