import { formulaFor } from '../turns/formula.ts'
import { partNames } from './counted-text.ts'
import { mergeRuns } from './merge-runs.ts'
import { decideEchoes, findNearby, type Nearby, partsAt } from './nearby.ts'
import type { StoreConversation } from './store-conversation.ts'
import { type TextRecords, voiceItems } from './text-records.ts'
import { unit } from './weigh-postings.ts'

/** Texts in the order of their conversations: a rank is a place in this order. */
export interface ArrangedTexts extends Nearby {
  readonly size: number
  /** By rank: the number of the text in its store. */
  readonly ids: Float64Array
  /** Whether texts may have neighbours: `false` only if none has. */
  readonly hasNeighbours: boolean
  /** By chunk, by place in it: the rank; -1 for a text that does not count. */
  readonly ranks: readonly Int32Array[]
  /** How many terms all texts have. */
  readonly terms: number
}

/** The parts of texts, in the order of their texts: one each, but for long texts of echoes. */
export interface TextParts {
  /** By rank: the place of the first part of the text. One more item says how many there are. */
  readonly first: Int32Array
  /** By part: the rank of its text. */
  readonly ranks: Int32Array
}

/** The texts of one owner and kind. Lists have an entry for each rank; `groups` has the number of the conversation, 0 for none. */
export interface TextCollection extends ArrangedTexts {
  /** The parameter of BM25 for texts of this length. */
  readonly k1: number
  /** By rank: what the formula adds to a frequency, in its unit: more for long texts. */
  readonly norms: Float64Array
  /** `undefined` if there are no echoes: then each text is one part. */
  readonly parts: TextParts | undefined
  /** The number of texts of echoes. */
  readonly echoCount: number
}

const parts = partNames.length

/**
 * Arranges the texts of chunks.
 *
 * @param accepts Whether a text counts. Default: all.
 */
export function collectTexts(
  chunks: readonly TextRecords[],
  weights: StoreConversation,
  accepts?: (id: number) => boolean,
): TextCollection {
  const ranks = rankTexts(chunks, accepts)
  const size = ranks.reduce((sum, { counted }) => sum + counted, 0)
  const texts = emptyTexts(size)
  let terms = 0
  for (let chunk = 0; chunk < chunks.length; chunk++) {
    const records = chunks[chunk] as TextRecords
    const rankOf = (ranks[chunk] as Ranked).rankOf
    for (let place = 0; place < rankOf.length; place++) {
      const rank = rankOf[place] as number
      if (rank >= 0) terms += putText(texts, rank, records, place)
    }
  }
  decideEchoes(texts, weights)
  const hasNeighbours = findNearby(texts, weights, 0, size)
  return withNorms({ ...texts, size, hasNeighbours, ranks: ranks.map(({ rankOf }) => rankOf), terms })
}

/** Makes lists for so many texts. */
export function emptyTexts(size: number): Nearby & { readonly ids: Float64Array } {
  return {
    ids: new Float64Array(size),
    groups: new Float64Array(size),
    said: new Int32Array(size),
    asked: new Int32Array(size),
    words: new Int32Array(size),
    voices: new Int32Array(size),
    heard: new Int32Array(size),
    repeated: new Int32Array(size),
    echoes: new Uint8Array(size),
    before: new Uint8Array(size),
    after: new Uint8Array(size),
    answers: new Uint8Array(size),
    lengths: new Float64Array(size),
  }
}

/** Writes what a chunk has on a text to its rank. Returns how many terms it has. */
export function putText(
  { ids, groups, said, asked, words, voices, heard, repeated }: Nearby & { readonly ids: Float64Array },
  rank: number,
  records: TextRecords,
  place: number,
): number {
  ids[rank] = records.ids[place] as number
  groups[rank] = records.groups[place] as number
  asked[rank] = records.lengths[place * parts + 1] as number
  said[rank] = records.lengths[place * parts] as number
  words[rank] = records.words[place] as number
  voices[rank] = records.voices[place * voiceItems] as number
  heard[rank] = records.voices[place * voiceItems + 1] as number
  repeated[rank] = records.voices[place * voiceItems + 2] as number
  return said[rank] as number
}

/** Adds what depends on all texts. */
export function withNorms(texts: ArrangedTexts): TextCollection {
  const { size, lengths, echoes, terms } = texts
  const { k1, b } = formulaFor({}, terms / size || 1)
  // By class, 1 for echoes.
  const [totals, counts]: [number[], number[]] = [
    [0, 0],
    [0, 0],
  ]
  for (let rank = 0; rank < size; rank++) {
    const side = echoes[rank] as number
    const parts = partsAt(texts, rank)
    totals[side] = (totals[side] as number) + parts * (lengths[rank] as number)
    counts[side] = (counts[side] as number) + parts
  }
  // Lengths and their mean are in the same unit.
  const base = unit * k1 * (1 - b)
  const slopes = totals.map((total, side) => (unit * k1 * b) / (total / (counts[side] as number) || unit))
  const norms = new Float64Array(size)
  for (let rank = 0; rank < size; rank++) {
    norms[rank] = base + (slopes[echoes[rank] as number] as number) * (lengths[rank] as number)
  }
  const [people, partsOfEchoes] = counts as [number, number]
  const parts = partsOfEchoes === 0 ? undefined : partsOf(texts, people + partsOfEchoes)
  return { ...texts, k1, norms, parts, echoCount: size - people }
}

function partsOf(texts: ArrangedTexts, count: number): TextParts {
  const first = new Int32Array(texts.size + 1)
  const ranks = new Int32Array(count)
  let part = 0
  for (let rank = 0; rank < texts.size; rank++) {
    first[rank] = part
    for (const end = part + partsAt(texts, rank); part < end; part++) ranks[part] = rank
  }
  first[texts.size] = count
  return { first, ranks }
}

interface Ranked {
  readonly rankOf: Int32Array
  /** The number of texts that count. */
  readonly counted: number
}

/** Orders texts by their conversations, and by their numbers in each. */
function rankTexts(chunks: readonly TextRecords[], accepts?: (id: number) => boolean): readonly Ranked[] {
  // Texts that count, in the order of the chunks, and where one comes before the text before it.
  const [idOf, groupOf, starts]: [number[], number[], number[]] = [[], [], [0]]
  let [lastGroup, lastId] = [-1, -1]
  const ranked = chunks.map(({ ids, groups }): Ranked => {
    const first = idOf.length
    const rankOf = new Int32Array(ids.length).fill(-1)
    for (let place = 0; place < ids.length; place++) {
      const [id, group] = [ids[place] as number, groups[place] as number]
      if (id < 0 || (accepts !== undefined && !accepts(id))) continue
      if (group < lastGroup || (group === lastGroup && id < lastId)) starts.push(idOf.length)
      lastGroup = group
      lastId = id
      rankOf[place] = idOf.length
      idOf.push(id)
      groupOf.push(group)
    }
    return { rankOf, counted: idOf.length - first }
  })
  if (starts.length === 1) return ranked
  const compare = (a: number, b: number): number =>
    (groupOf[a] as number) - (groupOf[b] as number) || (idOf[a] as number) - (idOf[b] as number)
  const rankIn = mergeRuns(idOf.length, starts, compare)
  for (const { rankOf } of ranked) moveRanks(rankOf, rankIn)
  return ranked
}

/** Replaces each rank by the one that it has now. */
export function moveRanks(rankOf: Int32Array, rankIn: Int32Array): void {
  for (let place = 0; place < rankOf.length; place++) {
    if ((rankOf[place] as number) >= 0) rankOf[place] = rankIn[rankOf[place] as number] as number
  }
}
