import { duration, measure, times } from '../measure.ts'
import { atLeast, type Claim, type Section } from '../section.ts'
import { coldStart } from './cold-start.ts'
import { corpora } from './corpora.ts'
import { hostile } from './hostile.ts'
import { createOwn, createPeers, type Peer } from './peers.ts'

/** Compares exact counts with those of the other exact counters, in one process, taking turns. */
export async function tokens(): Promise<Section> {
  const own = await createOwn()
  const peers = await createPeers()
  const table: string[][] = [
    ['text', 'lamella', 'seen first', ...Object.keys(peers), 'gpt-tokenizer, seen first', '× tiktoken', '× the best'],
  ]
  const claims: Claim[] = []
  for (const [name, { texts, best: least, tiktoken: floor }] of Object.entries(corpora())) {
    const all = (peer: Peer) => (): number => texts.reduce((sum, text) => sum + peer.count(text), 0)
    const first = (peer: Peer) => async (): Promise<number> => {
      await peer.forget?.()
      return all(peer)()
    }
    // js-tiktoken needs seconds for long pieces; it is the slowest for every text.
    const tried = Object.entries(peers).filter(([peer]) => peer !== 'js-tiktoken' || floor !== undefined)
    const tasks = Object.fromEntries(tried.map(([peer, one]) => [peer, all(one)]))
    const warm = await measure<string>({ own: all(own), ...tasks }, { rounds: 5, turn: 1 })
    const fresh = await measure({ own: first(own), gpt: first(peers['gpt-tokenizer'] as Peer) }, { rounds: 5, turn: 1 })
    const { own: took = Number.NaN, tiktoken = Number.NaN, ...others } = warm
    const overBest = Math.min(...Object.values(others)) / took
    const overTiktoken = tiktoken / took
    table.push([
      name,
      duration(took),
      duration(fresh.own),
      ...Object.keys(peers).map((peer) => (warm[peer] === undefined ? '' : duration(warm[peer]))),
      duration(fresh.gpt),
      times(overTiktoken),
      times(overBest),
    ])
    claims.push(atLeast(`${name}: ${least} times as fast as the best peer`, overBest, least))
    if (floor !== undefined) {
      claims.push(atLeast(`${name}: ${floor} times as fast as \`tiktoken\``, overTiktoken, floor))
    }
    if (name === 'English' || name === 'code') {
      const text = `${name} seen first: 3.5 times as fast as \`gpt-tokenizer\``
      claims.push(atLeast(text, fresh.gpt / fresh.own, 3.5))
    }
    claims.push(atLeast(`${name} seen first: no slower than \`tiktoken\``, tiktoken / fresh.own, 1))
  }
  claims.push(...(await hostile(own)), ...coldStart())
  return {
    title: 'Counting tokens',
    about:
      'o200k_base, 1 MB of each text (10,000 messages of about 80 characters). All counters take turns; the median of ' +
      'five counts. "Seen first": on text of which nothing is cached.',
    table,
    claims,
  }
}
