import type { AssistantMessage, Message } from '@lamella/core'
import fc from 'fast-check'
import { randomFrom } from './random.ts'

/** What happens to histories that programs cut, restore and merge. */
type Damage = (messages: readonly Message[], at: number, to: number) => readonly Message[]

const damages: readonly Damage[] = [
  // The start is cut off.
  (messages, at) => messages.slice(at),
  // The end is cut off.
  (messages, at) => messages.slice(0, at),
  // A message is lost.
  (messages, at) => messages.toSpliced(at, 1),
  // A message is repeated, directly or much later.
  (messages, at, to) => messages.toSpliced(to, 0, ...messages.slice(at, at + 1)),
  // A message is moved.
  (messages, at, to) => messages.toSpliced(at, 1).toSpliced(to, 0, ...messages.slice(at, at + 1)),
  // A part is lost.
  (messages, at, to) => changeParts(messages, at, (parts) => parts.toSpliced(to % parts.length, 1)),
  // A part is repeated.
  (messages, at, to) => changeParts(messages, at, (parts) => [...parts, ...parts.slice(to % parts.length)]),
  // Parts change their order.
  (messages, at) => changeParts(messages, at, (parts) => parts.toReversed()),
]

/** The history unchanged, or with up to four kinds of damage. */
export function broken(messages: readonly Message[]): fc.Arbitrary<Message[]> {
  return fc.oneof(
    fc.constant<Message[]>([...messages]),
    fc.integer().map((seed) => damaged(messages, seed)),
  )
}

/** Returns the history with one to four kinds of damage; the same for the same seed. */
export function damaged(messages: readonly Message[], seed: number): Message[] {
  const random = randomFrom(seed)
  let hurt = messages
  for (let times = random(4) + 1; times > 0; times--) {
    const damage = damages[random(damages.length)] as Damage
    hurt = damage(hurt, random(hurt.length + 1), random(hurt.length + 1))
  }
  return [...hurt]
}

function changeParts(
  messages: readonly Message[],
  at: number,
  change: (parts: readonly never[]) => readonly never[],
): readonly Message[] {
  const message = messages[at]
  if (message === undefined || typeof message.content === 'string' || message.content.length === 0) return messages
  const content = [...change(message.content as never[])]
  return messages.with(at, { ...message, content } as AssistantMessage)
}
