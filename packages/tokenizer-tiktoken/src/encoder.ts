import type { Tiktoken } from 'tiktoken/lite'
import { encodeLong } from './encode-long.ts'
import type { EncodingName } from './encodings.ts'
import { hasLongRun } from './long-run.ts'
import { idRanges, loadRankTable, parseRanks, type Ranks, type RankTable } from './rank-table.ts'

/** Encodes and decodes in one encoding; shared by all tokenizers of it. */
export interface Encoder {
  encode(text: string): Uint32Array
  /** Bytes of the tokens, or the first id that is none. */
  decode(tokens: ArrayLike<number>): Uint8Array | { readonly unknown: number }
}

interface Shared {
  readonly encoder: Promise<Encoder & { free(): void }>
  users: number
}

/** The encoders in use. A second one of the same encoding would take another 0.2 s and 30 MB to say the same. */
const open = new Map<EncodingName, Shared>()

/** Loads the encoder, or shares the one that is loaded. Each call is to be followed by one `releaseEncoder`. */
export async function acquireEncoder(encoding: EncodingName): Promise<Encoder> {
  const shared = open.get(encoding) ?? { encoder: createEncoder(encoding), users: 0 }
  open.set(encoding, shared)
  shared.users++
  try {
    return await shared.encoder
  } catch (error) {
    // What failed to load is tried again by the next caller.
    open.delete(encoding)
    throw error
  }
}

/** The last user frees the memory. */
export function releaseEncoder(encoding: EncodingName): void {
  const shared = open.get(encoding)
  if (shared === undefined) return
  shared.users--
  if (shared.users > 0) return
  open.delete(encoding)
  void shared.encoder.then((encoder) => encoder.free())
}

async function createEncoder(encoding: EncodingName): Promise<Encoder & { free(): void }> {
  const [{ Tiktoken }, table] = await Promise.all([import('tiktoken/lite'), loadRankTable(encoding)])
  return new SharedEncoder(encoding, table, new Tiktoken(table.bpe_ranks, { ...table.special_tokens }, table.pat_str))
}

class SharedEncoder implements Encoder {
  readonly #encoding: EncodingName
  readonly #table: RankTable
  readonly #wasm: Tiktoken
  #ranks: Ranks | undefined
  #ids: ReturnType<typeof idRanges> | undefined

  constructor(encoding: EncodingName, table: RankTable, wasm: Tiktoken) {
    this.#encoding = encoding
    this.#table = table
    this.#wasm = wasm
  }

  encode(text: string): Uint32Array {
    // `encode_ordinary` takes special tokens for text; `encode` throws when it meets one.
    if (!hasLongRun(text)) return this.#wasm.encode_ordinary(text)
    this.#ranks ??= parseRanks(this.#table)
    return Uint32Array.from(encodeLong(text, this.#encoding, this.#ranks))
  }

  decode(tokens: ArrayLike<number>): Uint8Array | { readonly unknown: number } {
    this.#ids ??= idRanges(this.#table)
    const ids = this.#ids
    const list = Array.from(tokens)
    // The WASM decoder panics at an unknown id, and is not usable after that.
    const unknown = list.find((id) => !Number.isInteger(id) || !ids.some(([first, end]) => id >= first && id < end))
    return unknown === undefined ? this.#wasm.decode(Uint32Array.from(list)) : { unknown }
  }

  free(): void {
    this.#wasm.free()
  }
}
