import type { BuiltContext } from '@lamella/core'
import { updateMark } from '@lamella/core/plugin'
import { expect } from 'vitest'
import type { Format } from './encoders.ts'
import { instructionTextsOf, outsideFences } from './instructions-of.ts'
import type { World } from './judge.ts'
import type { VendorFacts } from './vendors.ts'

const layerOfFence = /<context-update layer="([^"]*)"/g

/**
 * Checks the author of each update: `owner` for changed texts of the owner, if the model accepts them, and `data` for
 * everything else. Returns the number of updates by author.
 */
export function judgeAuthors(
  { messages }: Pick<BuiltContext, 'messages'>,
  world: World,
  { instructed, takesTools }: VendorFacts,
): Readonly<Record<'owner' | 'data' | 'tools', number>> {
  const count = { owner: 0, data: 0, tools: 0 }
  for (const message of messages) {
    const mark = updateMark(message)
    const text = String(message.content)
    if (mark === undefined) {
      expect(text).not.toMatch(/<context-(?:update|digest) layer=/)
      continue
    }
    expect([message.role, outsideFences(text)]).toEqual(['user', ''])
    count[mark.by]++
    if (mark.tools) {
      count.tools++
      expect([mark.by, takesTools === 'none']).toEqual(['data', false])
      continue
    }
    if (mark.by === 'owner') expect(instructed).not.toEqual([])
    for (const [, layer = ''] of text.matchAll(layerOfFence)) {
      expect([text, mark.by]).toEqual([text, world.get(layer)?.by ?? 'data'])
    }
  }
  return count
}

/** Checks that a request has the texts of the owner as instructions in the middle, and no other instruction. */
export function judgeInstructions(
  format: Format,
  request: object,
  { messages }: Pick<BuiltContext, 'messages'>,
  { instructed }: VendorFacts,
): void {
  const own = messages.flatMap((one) => (updateMark(one)?.by === 'owner' ? [String(one.content)] : []))
  expect([format, instructionTextsOf(format, request)]).toEqual([format, instructed.includes(format) ? own : []])
}
