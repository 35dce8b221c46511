import { LamellaError, type MemoryEntry, type Message } from '@lamella/core'
import { checkOptions, messageText, mustBeOneOf, mustBeWhole } from '@lamella/core/plugin'
import type { Fact, FactKind, FactPlace, Planting } from '../contract.ts'
import { createRandom, type Random } from '../random.ts'
import { canHold, withSentence } from './insert-sentence.ts'
import { type Sentence, sentenceOf, type Wording } from './sentences.ts'
import { subjects } from './words.ts'

/** Options of `plantFacts`. */
export interface PlantOptions {
  /** The same seed plants the same facts. Default 1. */
  readonly seed?: number
  /** How many facts are planted, the six kinds in turn. 1 to 200, default 24. */
  readonly count?: number
  /** The set of sentences. Default `'first'`. */
  readonly wording?: Wording
}

/** A conversation with facts in it. */
export interface Planted {
  readonly messages: readonly Message[]
  /** Facts of the place `memory`, each an entry. */
  readonly memory: readonly MemoryEntry[]
  readonly facts: readonly Fact[]
}

/** Where facts of a kind are planted, in turn. */
const places: Readonly<Record<FactKind, readonly FactPlace[]>> = {
  number: ['user', 'result', 'memory'],
  name: ['user', 'result', 'memory'],
  decision: ['user', 'result', 'memory', 'user'],
  promise: ['answer', 'user'],
  file: ['result', 'answer'],
  preference: ['user', 'memory'],
}

const kinds = Object.keys(places) as readonly FactKind[]

/** A decision is replaced at least so many messages later. */
const apart = 4

/**
 * Plants facts of six kinds at known places of a conversation: sentences that are added to messages, none of which is added,
 * removed or moved. Each fact is about something of its own that the conversation does not mention. Nothing passed in is
 * changed; the same input and seed give the same output. A place that the conversation lacks, such as results, is replaced
 * by what users say.
 *
 * @throws LamellaError `OPTION_INVALID` for invalid options, or if the conversation has no message of a user.
 * @example
 * const { messages, memory, facts } = plantFacts([{ role: 'user', content: 'Hello' }], { seed: 3, count: 6 })
 */
export function plantFacts(messages: readonly Message[], options: PlantOptions = {}): Planted {
  const {
    seed = 1,
    count = 24,
    wording = 'first',
  } = checkOptions('plantFacts', options, {
    seed: mustBeWhole(0),
    count: (value) =>
      Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 200 ? undefined : 'must be 1 to 200',
    wording: mustBeOneOf(['first', 'second']),
  })
  const random = createRandom(seed, `${wording} ${count}`)
  const free = subjectsOutside(messages, count, random)
  const planted = [...messages]
  const memory: MemoryEntry[] = []
  const holders = placesIn(messages)
  if (holders.user.length === 0) throw withoutUser()
  const plant = (
    { text, parts }: Pick<Sentence, 'text' | 'parts'>,
    place: FactPlace,
    from: number,
    to: number,
  ): Planting => {
    if (place === 'memory') {
      memory.push({ id: `planted-${memory.length}`, text })
      return { text, parts, position: undefined }
    }
    const position = positionIn(holders[place], from, to, random)
    planted[position] = withSentence(planted[position] as Message, text, random)
    return { text, parts, position }
  }
  const facts = Array.from({ length: count }, (_, index): Fact => {
    const kind = kinds[index % kinds.length] as FactKind
    const turn = places[kind][Math.floor(index / kinds.length) % places[kind].length] as FactPlace
    const place = turn === 'memory' || holders[turn].length > 0 ? turn : 'user'
    const { subject, question, replaces, ...sentence } = sentenceOf(
      kind,
      free[index % free.length] as string,
      random,
      wording,
    )
    const fact = { id: `${kind}-${index}`, kind, subject, question }
    if (!replaces) return { ...fact, place, ...plant(sentence, place, 0, messages.length) }
    const old = plant(replaces, place, 0, messages.length - apart)
    const later = place === 'memory' ? 'user' : place
    return {
      ...fact,
      place,
      replaces: old,
      ...plant(sentence, later, (old.position ?? -apart) + apart, messages.length),
    }
  })
  return { messages: planted, memory, facts }
}

/** The positions of the messages that can hold a sentence, by place. */
function placesIn(messages: readonly Message[]): Readonly<Record<Exclude<FactPlace, 'memory'>, readonly number[]>> {
  const of = (role: Message['role']): readonly number[] =>
    messages.flatMap((message, index) => (message.role === role && canHold(message) ? [index] : []))
  return { user: of('user'), answer: of('assistant'), result: of('tool') }
}

/** One of the positions from `from` to below `to`; the nearest one if there is none. */
function positionIn(positions: readonly number[], from: number, to: number, random: Random): number {
  const inside = positions.filter((position) => position >= from && position < to)
  return inside.length > 0 ? random.pick(inside) : (positions.at(from > 0 ? -1 : 0) as number)
}

/** Subjects that the conversation does not mention, in a random order. */
function subjectsOutside(messages: readonly Message[], count: number, random: Random): readonly string[] {
  const said = messages.map((message) => messageText(message).toLowerCase()).join('\n')
  const [firsts, seconds] = subjects
  const all = firsts.flatMap((first) => seconds.map((second) => `${first} ${second}`))
  const free: string[] = []
  while (free.length < count && all.length > 0) {
    const [subject = ''] = all.splice(random.below(all.length), 1)
    if (!said.includes(subject) && !said.includes(subject.replace(' ', '/'))) free.push(subject)
  }
  return free
}

function withoutUser(): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: "plantFacts: 'messages' must have a message of a user with a text.",
    fix: 'Pass a conversation from its first message on.',
    details: { what: 'plantFacts', option: 'messages' },
  })
}
