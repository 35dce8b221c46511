import type { Message, SystemMessage } from '@lamella/core'
import type { Counter } from '@lamella/core/plugin'
import type { Call } from './calls.ts'
import type { Recording } from './conversations.ts'
import type { Encodable } from './formats.ts'

/** The input of a strategy for fitting the window. Sizes are in tokens. */
export interface Task {
  readonly recording: Recording
  readonly window: number
  readonly reserve: number
  readonly counter: Counter
}

/** Creates the request of a call, or returns `undefined` if nothing is left to send. */
type MakeRequest = (call: Call) => Promise<Encodable | undefined>

/** A strategy for fitting the window, called once per conversation. */
export type Strategy = (task: Task) => MakeRequest

/** Where to put the text that changes every turn. */
export type ChangingPlace = 'in the system prompt' | 'last'

/** Builds the request without layers: the text that changes every turn is placed by hand. */
export function requestOf({ recording }: Task, call: Call, kept: readonly Message[], place: ChangingPlace): Encodable {
  const prompt: SystemMessage = { role: 'system', content: recording.system }
  const { tools } = recording
  const changing = changingText(call)
  if (place !== 'last') return { system: [prompt, { role: 'system', content: changing }], messages: kept, tools }
  // Before the new message; in the middle of a loop, at the end.
  const end = kept.at(-1)?.role === 'user' ? kept.length - 1 : kept.length
  const messages: readonly Message[] = [...kept.slice(0, end), { role: 'user', content: changing }, ...kept.slice(end)]
  return { system: [prompt], messages, tools }
}

/** Returns the tokens left for the messages of a call, calculated by hand. */
export function roomFor({ recording, window, reserve, counter }: Task, call: Call): number {
  const { framing } = counter
  const prompt = counter.text(recording.system) + counter.text(changingText(call)) + 2 * framing.message
  return window - reserve - framing.request - counter.tools(recording.tools) - prompt
}

/** Checks whether the whole conversation fits, so that nothing has to be left out. */
export function fitsWhole(task: Task, call: Call): boolean {
  let room = roomFor(task, call)
  for (let index = call.messages.length - 1; index >= 0 && room >= 0; index--) {
    room -= task.counter.message(call.messages[index] as Message)
  }
  return room >= 0
}

/** Returns the share of the window that a request uses, without the answer. */
export function fillOf({ recording, window, reserve, counter }: Task, { system = [], messages }: Encodable): number {
  const texts = [...system, ...messages].reduce((sum, message) => sum + counter.message(message), 0)
  return (counter.framing.request + counter.tools(recording.tools) + texts) / (window - reserve)
}

function changingText({ now, notes }: Call): string {
  return `Current datetime: ${now.toISOString().slice(0, 16).replace('T', ' ')} UTC\n\n${notes}`
}
