import type { PostgresSessions } from '@lamella/provider-postgres'
import { expect } from 'vitest'

/**
 * Checks the session of `groups` programs: no message is missing or twice, no append is partial, and each
 * acknowledged one is where its process was told.
 *
 * @param acknowledged The lines of each process, by its name.
 * @returns How many appends are there.
 */
export async function checkGroups(
  sessions: PostgresSessions,
  acknowledged: ReadonlyMap<string, readonly string[]>,
): Promise<number> {
  const scope = { tenant: 'acme', user: 'ada' }
  const { messages, length } = await sessions.page(scope, 's0', { messages: Number.POSITIVE_INFINITY })
  expect(messages.map(({ position }) => position)).toEqual(Array.from({ length }, (_, position) => position))
  const groups = new Map<string, Map<string, number[]>>()
  for (const { message, position } of messages) {
    const [by = '', n = '', part, parts] = String(message.content).split(' ')
    const own = groups.get(by) ?? new Map<string, number[]>()
    const positions = own.get(`${n} ${parts}`) ?? []
    expect(Number(part)).toBe(positions.length)
    expect(position - (positions[0] ?? position)).toBe(positions.length)
    own.set(`${n} ${parts}`, [...positions, position])
    groups.set(by, own)
  }
  let count = 0
  for (const [name, lines] of acknowledged) {
    const whole = Array.from(groups.get(name) ?? [], ([group, positions]) => {
      const [n, parts] = group.split(' ')
      expect(positions).toHaveLength(Number(parts))
      return `${n} ${positions[0]}`
    })
    expect(whole.slice(0, lines.length)).toEqual(lines.map((line) => line.replace(' repeated', '')))
    // One more is possible: written, but not acknowledged.
    expect(whole.length - lines.length).toBeLessThanOrEqual(1)
    count += whole.length
  }
  expect(await sessions.admin.verify(scope, 's0')).toEqual([])
  return count
}
