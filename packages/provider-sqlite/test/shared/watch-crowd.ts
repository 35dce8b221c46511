import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { SessionStore } from '@lamella/store'
import { expect } from 'vitest'
import type { Answered, Said, Sent } from './crowd.ts'

const scope = { tenant: 'acme', user: 'ada' }

/** A process of a crowd. */
interface Member {
  readonly process: ChildProcess
  readonly ended: Promise<number | null>
}

/** What a crowd did. */
export interface Seen {
  readonly sent: readonly Sent[]
  readonly answered: readonly Answered[]
  /** Erased texts that were still in the store after the request that followed. */
  readonly found: readonly string[]
  readonly erasures: number
  /** The epochs that `scrub` has begun. */
  readonly scrubbed: ReadonlySet<number>
  /** How often each code was thrown. */
  readonly failed: Readonly<Record<string, number>>
}

/**
 * Lets processes talk until they end. Each request is let through, except while one of them erases: then no other request is
 * made until the store was searched for what was erased.
 *
 * @param find Returns which of the texts are in the store, as bytes.
 */
export async function watchCrowd(
  members: readonly Member[],
  find: (texts: readonly string[]) => Promise<readonly string[]>,
): Promise<Seen> {
  const sent: Sent[] = []
  const answered: Answered[] = []
  const found: string[] = []
  const scrubbed = new Set<number>()
  const failed: Record<string, number> = {}
  let erasures = 0
  const asking = new Set<Member>()
  const erasing: Member[] = []
  const waiting: Member[] = []
  const go = (member: Member | undefined): void => void member?.process.stdin?.write('\n')
  const schedule = (): void => {
    if (erasing.length > 0) {
      if (asking.size === 0) {
        asking.add(erasing[0] as Member)
        go(erasing[0])
      }
      return
    }
    for (const member of waiting.splice(0)) {
      asking.add(member)
      go(member)
    }
  }
  const leave = (member: Member): void => {
    asking.delete(member)
    if (erasing[0] === member) erasing.shift()
    schedule()
  }
  await Promise.all(
    members.map(async (member) => {
      for await (const line of createInterface(member.process.stdout as NodeJS.ReadableStream)) {
        const said = JSON.parse(line) as Said
        if (said.type === 'sent') sent.push(said)
        if (said.type === 'answered') answered.push(said)
        if (said.type === 'scrubbed') scrubbed.add(said.epoch)
        if (said.type === 'may') (said.what === 'erase' ? erasing : waiting).push(member)
        if (said.type === 'may') schedule()
        if (said.type === 'done') leave(member)
        if (said.type === 'failed') {
          failed[said.code] = (failed[said.code] ?? 0) + 1
          leave(member)
        }
        if (said.type !== 'erased') continue
        erasures++
        found.push(...(await find(said.markers)))
        leave(member)
        go(member)
      }
      leave(member)
      expect(await member.ended).toBe(0)
    }),
  )
  return { sent, answered, found, erasures, scrubbed, failed }
}

/** Checks that nothing was doubled or lost, and that each request extends the one that was answered before, or declares a cut. */
export async function judgeCrowd(seen: Seen, sessions: SessionStore, turns: number): Promise<void> {
  const { messages } = await sessions.page(scope, 's', { messages: Number.POSITIVE_INFINITY })
  const texts = messages.map(({ message: { content } }) => {
    const last = typeof content === 'string' ? undefined : content.at(-1)
    return last?.type === 'text' ? last.text : content
  })
  const answered = seen.answered.toSorted((a, b) => a.start - b.start)
  expect(answered.length).toBe(turns)
  expect(texts).toEqual(answered.flatMap(({ question }) => [question, `Answer to ${question}`]))
  expect(new Set(texts).size).toBe(texts.length)
  // Repetitions of a request have the same bytes, or are a cut: the last one counts.
  const requests = new Map(seen.sent.map((one) => [one.question, one]))
  let before: Sent | undefined
  let [cuts, lost] = [0, 0]
  for (const { question } of answered) {
    const request = requests.get(question) as Sent
    const isExtended =
      before?.head === request.head && before.messages.every((one, index) => one === request.messages[index])
    if (request.cut !== undefined) cuts++
    else if (before && !isExtended && !(request.epoch > before.epoch && seen.scrubbed.has(request.epoch))) lost++
    before = request
  }
  const { sent, erasures, failed, found } = seen
  console.log(
    `${turns} answered turns, ${sent.length} requests, ${cuts} cuts, ${erasures} erasures, ${JSON.stringify(failed)}: ` +
      `${lost} do not extend the answered one, ${found.length} erased texts found`,
  )
  expect([lost, found]).toEqual([0, []])
  expect(erasures).toBeGreaterThan(0)
}
