import type { Message } from '@lamella/core'
import { prune, trim } from './libraries.ts'
import { type ChangingPlace, requestOf, roomFor, type Strategy, type Task } from './strategies.ts'

type Keep = (messages: readonly Message[], room: number, task: Task) => readonly Message[] | Promise<readonly Message[]>

const strategy =
  (keep: Keep) =>
  (place: ChangingPlace): Strategy =>
  (task) =>
  async (call) => {
    const kept = await keep(call.messages, roomFor(task, call), task)
    return kept.length === 0 ? undefined : requestOf(task, call, kept, place)
  }

/** Keeps as many of the newest messages as fit, without a tool result at the start. Always keeps the newest one. */
const newest: Keep = (messages, room, { counter }) => {
  let start = messages.length
  let left = room
  while (start > 0) {
    left -= counter.message(messages[start - 1] as Message)
    if (left < 0 && start < messages.length) break
    start--
  }
  while (start < messages.length - 1 && messages[start]?.role === 'tool') start++
  return messages.slice(start)
}

/** A sliding window of tokens. */
export const sliding: (place: ChangingPlace) => Strategy = strategy(newest)

/** It has no budget, so its output goes through a sliding window. */
export const pruned: (place: ChangingPlace) => Strategy = strategy((messages, room, task) =>
  newest(prune(messages), room, task),
)

export const langchain: (place: ChangingPlace) => Strategy = strategy((messages, room, { counter }) =>
  trim(messages, room, counter),
)
