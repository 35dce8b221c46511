import { measure } from '../measure.ts'
import { atMost, type Claim, type Section } from '../section.ts'
import type { Peer } from './peers.ts'

/** Texts that make byte pair encoding quadratic: 100,000 characters without a boundary. */
export async function hostile(own: Peer): Promise<Section['claims']> {
  const length = 100_000
  let state = 1
  const random = (below: number): number => {
    state = (Math.imul(state, 48_271) >>> 0) % 0x7fffffff
    return state % below
  }
  const pick = (least: number, kinds: number): string =>
    Array.from({ length }, () => String.fromCharCode(least + random(kinds))).join('')
  const english = 'The quick brown fox jumps over the lazy dog, and nobody has asked it to do so twice. '
  const texts = {
    'one letter': 'a'.repeat(length),
    'random Han': pick(0x4e00, 0x5200),
    'white space': ' '.repeat(length),
    base64: Buffer.from(pick(0, 256), 'latin1').toString('base64').slice(0, length),
    'random letters': pick(0x61, 26),
  }
  const usual = english.repeat(Math.ceil(length / english.length)).slice(0, length)
  own.count(usual)
  const { base } = await measure({ base: () => own.count(usual) }, { rounds: 5 })
  const claims: Claim[] = []
  for (const [name, text] of Object.entries(texts)) {
    const { took } = await measure({ took: () => own.count(text) }, { rounds: 3 })
    claims.push(atMost(`100,000 characters, ${name}: less than 50 times as long as English`, took / base, 50))
  }
  return claims
}
