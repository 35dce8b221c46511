import { describe, expect, it } from 'vitest'
import { note, talkAbout } from '../support/changing-layer.ts'
import { cutOf, updates } from '../support/runs.ts'

describe('a text of the owner', () => {
  const owner = { by: 'owner' } as const

  it('cuts with instructions when it changes, is new or is gone', async () => {
    for (const after of [
      [note('a', 'Be brief.', { origin: owner })],
      [],
      [note('a', 'Be kind.', { origin: owner }), note('b', 'B', { origin: owner })],
    ]) {
      const { notes, talking } = await talkAbout([note('a', 'Be kind.', { origin: owner })], { update: 'replace' })
      notes.now = after
      const second = await talking.turn('Two')
      expect([cutOf(second), updates(second)]).toEqual(['instructions', []])
      expect(second.system.map(({ content }) => content).join()).toBe(after.map(({ content }) => content).join('\n\n'))
      expect(cutOf(await talking.ask('Three'))).toBeUndefined()
    }
  })

  it('waits for the next user message', async () => {
    const { notes, talking } = await talkAbout([note('a', 'Be kind.', { origin: owner })], { update: 'replace' })
    notes.now = [note('a', 'Be brief.', { origin: owner })]
    expect(cutOf(await talking.ask(undefined))).toBeUndefined()
    expect(cutOf(await talking.ask('Two'))).toBe('instructions')
  })

  it('does not cut when its rule is to wait, or a policy tells it', async () => {
    for (const update of ['hold', { name: 'own', tell: () => undefined }] as const) {
      const { notes, talking } = await talkAbout([note('a', 'Be kind.', { origin: owner })], { update })
      notes.now = [note('a', 'Be brief.', { origin: owner })]
      expect(cutOf(await talking.turn('Two'))).toBeUndefined()
      notes.now = []
      expect(cutOf(await talking.ask('Three'))).toBeUndefined()
    }
  })
})
