import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { tempFolder } from '../stores/temp-folder.ts'

const require = createRequire(import.meta.url)

/** A counter for o200k_base. */
export interface Peer {
  count(text: string): number
  /** Clears the cache of texts, so that the next text is as if seen for the first time. */
  forget?(): unknown
}

/** Lamella's counter. */
export async function createOwn(): Promise<Peer> {
  let tokenizer = await createTokenizer('o200k_base')
  return {
    count: (text) => tokenizer.count(text),
    forget: async () => {
      tokenizer.free()
      tokenizer = await createTokenizer('o200k_base')
    },
  }
}

interface Ranks {
  readonly pat_str: string
  readonly special_tokens: Record<string, number>
  readonly bpe_ranks: string
}

/** The peers, by name. */
export async function createPeers(): Promise<Readonly<Record<string, Peer>>> {
  const ranks = require('tiktoken/encoders/o200k_base') as Ranks
  const { Tiktoken: Wasm } = await import('tiktoken/lite')
  const wasm = new Wasm(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str)
  const gpt = await import('gpt-tokenizer/encoding/o200k_base')
  const { Tiktoken } = await import('js-tiktoken/lite')
  const js = new Tiktoken((await import('js-tiktoken/ranks/o200k_base')).default)
  const { Tokenizer } = await import('ai-tokenizer')
  const ai = new Tokenizer(await import('ai-tokenizer/encoding/o200k_base'))
  const { createTokenizer: createMicrosoft, getRegexByEncoder } = await import('@microsoft/tiktokenizer')
  const folder = tempFolder()
  const file = join(folder.path, 'o200k_base.tiktoken')
  const lines = ranks.bpe_ranks.split('\n').flatMap((line) => {
    const [, from, ...encoded] = line.split(' ')
    return encoded.map((token, i) => `${token} ${Number(from) + i}`)
  })
  writeFileSync(file, lines.join('\n'))
  const microsoft = createMicrosoft(file, new Map(), getRegexByEncoder('o200k_base'))
  folder.remove()
  return {
    tiktoken: { count: (text) => wasm.encode_ordinary(text).length },
    'gpt-tokenizer': {
      count: (text) => gpt.countTokens(text, { disallowedSpecial: new Set() }),
      forget: () => gpt.clearMergeCache(),
    },
    'js-tiktoken': { count: (text) => js.encode(text, [], []).length },
    'ai-tokenizer': { count: (text) => ai.count(text) },
    '@microsoft/tiktokenizer': { count: (text) => microsoft.encode(text).length },
  }
}
