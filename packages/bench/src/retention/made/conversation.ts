import type { Message } from '@lamella/core'
import type { Fact, Planting, RetentionConversation } from '@lamella/testkit/retention'
import { randomFrom } from '../../random.ts'
import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { japanese } from './japanese.ts'
import { office } from './office.ts'
import { spanish } from './spanish.ts'
import { type Draw, type Form, values, type Wording } from './words.ts'

/** A made conversation with the facts that are said in it. */
export type MadeConversation = RetentionConversation & { readonly facts: readonly Fact[] }

/**
 * The conversations by what they are about: plain talk in four languages, and two where nearly each sentence has a value. The last
 * two were written after the rules, and no loss in them was looked at.
 */
export const wordings: readonly Wording[] = [english, german, japanese, office, chinese, spanish, french]

/** How many facts are said. */
const count = 24

const valueNames = Object.keys(values) as readonly (keyof typeof values)[]

/** What the braces of a sentence are filled with. */
interface Filled {
  readonly s: string
  readonly V: string
  readonly P: string
  readonly A: string
  readonly B: string
}

interface Event {
  readonly at: number
  readonly form: Form
  readonly filled: Filled
  readonly told: (planting: Pick<Planting, 'text' | 'position'>) => void
}

/** Makes a conversation of about so many tokens; the same seed makes the same. A third of its facts replace an earlier decision. */
export function madeConversation(wording: Wording, seed: number, tokens: number): MadeConversation {
  const draw = drawing(seed)
  const subjects = shuffled(wording.subjects, draw)
  const [own, others] = [subjects.slice(0, count), subjects.slice(count)]
  const facts: Fact[] = []
  const events = own.flatMap((s, index) => eventsOf(wording, s, index, draw, facts)).sort((a, b) => a.at - b.at)
  const messages: Message[] = []
  let size = 0
  const say = (message: Message): void => {
    messages.push(message)
    size += sizeOf(typeof message.content === 'string' ? message.content : JSON.stringify(message.content)) + 4
  }
  const join = (parts: readonly string[]): string => parts.filter((one) => one !== '').join(wording.space)
  const filler = (): string => denseSentence(wording, others, draw)
  const talk = (lists: readonly (readonly string[])[], most: number): string =>
    join(
      Array.from(
        { length: 1 + draw.below(most) },
        () => (draw.below(10) < 8 && filler()) || spoken(lists, wording, draw),
      ),
    )
  const result = (tool: string, input: string, value: string | object): void => {
    const toolCallId = `call_${messages.length}`
    const output = typeof value === 'string' ? { type: 'text', value } : { type: 'json', value }
    say({ role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName: tool, input: { query: input } }] })
    say({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: tool, output }] } as Message)
  }
  const record = (s: string, more: object = {}): object => ({
    id: 10_000 + draw.below(90_000),
    name: bare(s, wording),
    contact: draw.pick(wording.people),
    ...more,
  })
  const letter = (line: string): string => {
    const lines = Array.from({ length: 1 + draw.below(4) }, () => filler() || spoken(wording.talk, wording, draw))
    lines.splice(draw.below(lines.length + 1), 0, line)
    return lines.filter((one) => one !== '').join(draw.below(2) === 0 ? '\n' : wording.space)
  }
  const turn = (): void => {
    say({ role: 'user', content: draw.below(4) === 0 ? draw.pick(wording.thanks) : talk(wording.asks, 2) })
    const look = draw.below(8)
    if (look === 0) result('read_letter', draw.pick(wording.people), letter(''))
    else if (look === 1) {
      const rows = Array.from({ length: 2 + draw.below(4) }, () => record(draw.pick(others)))
      result('find_records', bare(draw.pick(others), wording), { found: rows.length, rows })
    }
    say({ role: 'assistant', content: talk(wording.talk, 6) })
  }
  for (const { at, form, filled, told } of events) {
    while (size < at * tokens) turn()
    const [speaker, template] = form
    const [text = '', answer = ''] = template.split('|').map((one) => fill(one, filled))
    const ask = (): void => say({ role: 'user', content: talk(wording.asks, 2) })
    if (speaker === 'user')
      say({ role: 'user', content: draw.below(2) === 0 ? text : join([talk(wording.asks, 1), text]) })
    else ask()
    if (speaker === 'text') result('read_letter', filled.P, letter(text))
    if (speaker === 'field') {
      const rows = shuffled(
        [record(filled.s, { [template]: filled.V }), record(draw.pick(others)), record(draw.pick(others))],
        draw,
      )
      result('find_records', bare(filled.s, wording), { found: rows.length, rows })
    }
    if (speaker === 'asked') {
      say({ role: 'assistant', content: join([talk(wording.talk, 3), text]) })
      say({ role: 'user', content: answer })
    }
    if (speaker === 'answer') say({ role: 'assistant', content: join([talk(wording.talk, 3), text]) })
    told({ text: speaker === 'asked' ? answer : text, position: messages.length - 1 })
    if (speaker !== 'answer') say({ role: 'assistant', content: talk(wording.talk, 6) })
  }
  while (size < tokens) turn()
  return { name: wording.name, system: wording.system, tools: [], messages, facts }
}

/** When a subject comes up: its fact, or two decisions one after the other; and sometimes a remark that is worth nothing. */
function eventsOf(wording: Wording, s: string, index: number, draw: Draw, facts: Fact[]): readonly Event[] {
  const value = valueNames[index % valueNames.length] as keyof typeof values
  const kind = values[value]
  const P = draw.pick(wording.people)
  const code = `${draw.pick(['QV', 'RT', 'LK', 'MZ', 'EH'])}${100 + draw.below(900)}${draw.pick(['A', 'D', 'X', ''])}`
  const V = value === 'person' ? P : value === 'code' ? code : wording[value === 'promise' ? 'day' : value](draw)
  const filled: Filled = { s, V, P, A: draw.pick(wording.before), B: draw.pick(wording.after) }
  const subject = bare(s, wording)
  const at = (index + draw.below(100) / 100) / (count + 1)
  const later = Math.min(0.96, at + 0.05 + draw.below(40) / 100)
  const ignore = (): void => {}
  const remark: Event = { at: later + 0.01, form: ['user', draw.pick(wording.remarks)], filled, told: ignore }
  const more = draw.below(3) === 0 ? [remark] : []
  const about = { id: `${wording.name}-${index}`, subject, question: subject }
  const pick = (list: readonly Form[]): Form => list[draw.below(list.length)] as Form
  if (index % 3 === 0) {
    let replaces: Planting | undefined
    const first: Event = {
      at,
      form: pick(wording.first),
      filled,
      told: (said) => {
        replaces = { ...said, parts: [subject, filled.A] }
      },
    }
    const form = pick(index % 2 === 0 ? wording.bare : wording.marked)
    const told: Event['told'] = (said) => {
      facts.push({
        ...about,
        ...said,
        kind: 'decision',
        place: placeOf(form),
        parts: [subject, filled.B],
        ...(replaces && { replaces }),
      })
    }
    return [first, { at: later, form, filled, told }, ...more]
  }
  const form = pick(wording.facts[value])
  const parts = kind === 'promise' ? [subject, P, V] : [subject, V]
  return [
    { at, form, filled, told: (said) => facts.push({ ...about, ...said, kind, place: placeOf(form), parts }) },
    ...more,
  ]
}

function placeOf([speaker]: Form): Fact['place'] {
  return speaker === 'answer' ? 'answer' : speaker === 'text' || speaker === 'field' ? 'result' : 'user'
}

function spoken(lists: readonly (readonly string[])[], { space }: Wording, draw: Draw): string {
  return lists
    .map((list) => draw.pick(list))
    .reduce((said, one) => (/^[,、。がのと]/u.test(one) ? said + one : `${said}${space}${one}`))
}

function denseSentence(wording: Wording, others: readonly string[], draw: Draw): string {
  if (wording.dense.length === 0) return ''
  const drawn: Readonly<Record<string, string>> = {
    o: draw.pick(others),
    P: draw.pick(wording.people),
    n: String(3 + draw.below(900)),
    w: String(10 + draw.below(42)),
    t: String(10 + draw.below(49)),
    C: `${draw.pick(['DK', 'PA', 'SN'])}-${1_000 + draw.below(9_000)}`,
    D: wording.day(draw),
    M: wording.amount(draw),
  }
  return capital(draw.pick(wording.dense).replaceAll(/\{(\w)\}/g, (_, name: string) => drawn[name] ?? ''))
}

function fill(template: string, filled: Filled): string {
  return capital(template.replaceAll('{S}', '{s}').replaceAll(/\{(\w)\}/g, (_, name: keyof Filled) => filled[name]))
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function bare(subject: string, { article }: Wording): string {
  return subject.startsWith(article) ? subject.slice(article.length) : subject
}

function shuffled<Item>(items: readonly Item[], draw: Draw): readonly Item[] {
  const left = [...items]
  return items.map(() => left.splice(draw.below(left.length), 1)[0] as Item)
}

/** About the tokens of a text. */
function sizeOf(text: string): number {
  let size = 0
  for (const character of text) size += (character.codePointAt(0) ?? 0) >= 0x2e80 ? 0.85 : 0.25
  return size
}

/** Numbers that depend on a seed alone. */
function drawing(seed: number): Draw {
  const random = randomFrom(Math.imul(seed + 1, 0x9e3779b9))
  const below = (end: number): number => Math.floor(random() * end)
  return { below, pick: (items) => items[below(items.length)] ?? '' }
}
