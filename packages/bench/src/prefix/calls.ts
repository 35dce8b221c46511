import type { Message } from '@lamella/core'

/** One model call in a recorded conversation. */
export interface Call {
  /** All messages before the answer. */
  readonly messages: readonly Message[]
  /** The minute in which the turn started. */
  readonly now: Date
  /** Memories that are relevant to the user's newest message. */
  readonly notes: string
}

/** Replays a conversation: returns the model call before each recorded answer. */
export function callsOf(conversation: readonly Message[]): readonly Call[] {
  const calls: Call[] = []
  let turn = 0
  let notes = ''
  for (const [end, message] of conversation.entries()) {
    if (message.role === 'user') {
      turn++
      notes = notesAbout(JSON.stringify(message.content))
    }
    if (message.role !== 'assistant' || end === 0) continue
    calls.push({ messages: conversation.slice(0, end), now: new Date(start + turn * minute), notes })
  }
  return calls
}

const minute = 60_000
const start = Date.UTC(2026, 2, 10, 9)

const topics = ['travel', 'billing', 'the team', 'the release', 'the customer', 'tests', 'style', 'contracts']
const rules = [
  'short answers are liked better than long ones',
  'ask before anything is changed',
  'names are spelled as they were given',
  'amounts are in US dollars unless said otherwise',
  'what was decided last week still stands',
]

/** Returns three of forty notes, depending on the message. */
function notesAbout(said: string): string {
  const first = hashOf(said)
  const notes = [0, 1, 2].map((step) => {
    const at = (first + step * 13) % (topics.length * rules.length)
    return `- About ${topics[at % topics.length]}: ${rules[at % rules.length]} (note ${at}).`
  })
  return ['Relevant notes:', ...notes].join('\n')
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
