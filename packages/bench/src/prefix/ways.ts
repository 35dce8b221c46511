import type { Message, SystemMessage } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'
import type { Call } from './calls.ts'
import type { Recording } from './conversations.ts'
import type { Encodable } from './formats.ts'

/** What a way of keeping to a window is given. Sizes are tokens. */
export interface Task {
  readonly recording: Recording
  readonly window: number
  readonly reserve: number
  readonly counter: Counter
}

/** Makes the request of a call; `undefined` where nothing is left that could be sent. */
type MakeRequest = (call: Call) => Promise<Encodable | undefined>

/** A way of keeping to a window: begun anew for each conversation. */
export type Way = (task: Task) => MakeRequest

/** Where the text stands that is another one at every turn. */
export type ChangingPlace = 'in the system prompt' | 'last'

/** The request of those who have no layers: what changes at every turn is put in its place by hand. */
export function requestOf({ recording }: Task, call: Call, kept: readonly Message[], place: ChangingPlace): Encodable {
  const prompt: SystemMessage = { role: 'system', content: recording.system }
  const { tools } = recording
  const changing = changingText(call)
  if (place !== 'last') return { system: [prompt, { role: 'system', content: changing }], messages: kept, tools }
  // Before the new message; in the middle of a loop at the end.
  const end = kept.at(-1)?.role === 'user' ? kept.length - 1 : kept.length
  const messages: readonly Message[] = [...kept.slice(0, end), { role: 'user', content: changing }, ...kept.slice(end)]
  return { system: [prompt], messages, tools }
}

/** Tokens that are left for the messages of a call, as a person would work it out. */
export function roomFor({ recording, window, reserve, counter }: Task, call: Call): number {
  const { framing } = counter
  const prompt = counter.text(recording.system) + counter.text(changingText(call)) + 2 * framing.message
  return window - reserve - framing.request - counter.tools(recording.tools) - prompt
}

/** Whether the whole conversation fits, so that no way has to leave anything out. */
export function fitsWhole(task: Task, call: Call): boolean {
  let room = roomFor(task, call)
  for (let index = call.messages.length - 1; index >= 0 && room >= 0; index--) {
    room -= task.counter.message(call.messages[index] as Message)
  }
  return room >= 0
}

/** How much of the window a request takes, answer aside. */
export function fillOf({ recording, window, reserve, counter }: Task, { system = [], messages }: Encodable): number {
  const texts = [...system, ...messages].reduce((sum, message) => sum + counter.message(message), 0)
  return (counter.framing.request + counter.tools(recording.tools) + texts) / (window - reserve)
}

function changingText({ now, notes }: Call): string {
  return `Current datetime: ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC\n\n${notes}`
}
