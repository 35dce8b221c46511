import type { EncodingName } from './encodings.ts'

/** One encoding as the `tiktoken` package ships it. */
export interface RankTable {
  readonly pat_str: string
  readonly special_tokens: Readonly<Record<string, number>>
  /** Lines of `! <first id> <token in base64> <token in base64> ...`, ids ascending by one. */
  readonly bpe_ranks: string
}

/** Literal paths, so that a bundler can follow them and put each table into a file of its own. */
const tables: Readonly<Record<EncodingName, () => Promise<unknown>>> = {
  o200k_base: () => import('tiktoken/encoders/o200k_base'),
  // Same ranks and same pattern as o200k_base: only the special tokens differ, and here those are text.
  o200k_harmony: () => import('tiktoken/encoders/o200k_base'),
  cl100k_base: () => import('tiktoken/encoders/cl100k_base'),
  p50k_base: () => import('tiktoken/encoders/p50k_base'),
  r50k_base: () => import('tiktoken/encoders/r50k_base'),
}

export async function loadRankTable(encoding: EncodingName): Promise<RankTable> {
  // CommonJS in Node, a module elsewhere: the table is the default export of one or of the other.
  let module = await tables[encoding]()
  while (isWrapped(module)) module = module.default
  return module as RankTable
}

function isWrapped(module: unknown): module is { readonly default: unknown } {
  return typeof module === 'object' && module !== null && 'default' in module
}

/** Ranks by the bytes of a token, written as a string of one character a byte (0 to 255). */
export interface Ranks {
  readonly rankOf: ReadonlyMap<string, number>
  /** Bytes of the longest token. */
  readonly longest: number
}

/** Reads the table into a map: some 50 ms and 20 MB for o200k_base, so only where the WASM encoder will not do. */
export function parseRanks(table: RankTable): Ranks {
  const rankOf = new Map<string, number>()
  let longest = 0
  for (const line of table.bpe_ranks.split('\n')) {
    const [, first, ...tokens] = line.split(' ')
    for (const [i, token] of tokens.entries()) {
      const bytes = atob(token)
      rankOf.set(bytes, Number(first) + i)
      longest = Math.max(longest, bytes.length)
    }
  }
  return { rankOf, longest }
}

/** Ids that decode to something: ranges of [first, end). */
export function idRanges(table: RankTable): readonly (readonly [first: number, end: number])[] {
  const ordinary = table.bpe_ranks
    .split('\n')
    .map((line) => line.split(' '))
    .filter((words) => words.length > 2)
    .map((words) => [Number(words[1]), Number(words[1]) + words.length - 2] as const)
  const special = Object.values(table.special_tokens).map((id) => [id, id + 1] as const)
  return [...ordinary, ...special]
}
