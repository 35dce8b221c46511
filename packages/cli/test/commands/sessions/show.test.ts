import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { lamella } from '../../support/lamella.ts'
import { fill, kinds, local, say, storeWithChat } from '../../support/stores.ts'

describe.each(kinds)('lamella sessions show on %s', (kind) => {
  it('prints the messages in readable form, with calls and results by name', async () => {
    const { code, stdout, stderr } = await lamella(['sessions', 'show', await storeWithChat(kind), 'chat'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      [
        'chat: 6 messages, revision 4',
        'messages 0 to 1 are summarized: They greeted.',
        '',
        '0  user       2026-03-12 10:20  Hello',
        '1  assistant  2026-03-12 10:20  Hi!',
        '2  user       2026-03-13 08:00  And the weather in Bern?',
        '3  assistant  2026-03-13 08:00  I look.',
        '                                [calls weather] {"city":"Bern"}',
        '4  tool       2026-03-13 08:00  [result of weather] sunny, 21°',
        '5  assistant  -                 Sunny.',
        '',
      ].join('\n'),
    )
  })

  it('prints the given number of messages before a position, and how to continue', async () => {
    const argv = ['sessions', 'show', await storeWithChat(kind), 'chat', '-n', '2', '--before', '4']
    const { stdout } = await lamella(argv)
    expect(stdout).toMatch(/\n2 {2}user .*\n3 {2}assistant .*\n .*\n\n2 messages before these: --before 2\n$/)
  })

  it('prints messages as stored, as JSON', async () => {
    const { stdout } = await lamella(['sessions', 'show', await storeWithChat(kind), 'chat', '--json', '-n', '1'])
    expect(JSON.parse(stdout)).toMatchObject({
      session: 'chat',
      start: 5,
      length: 6,
      messages: [{ position: 5, message: { role: 'assistant', content: 'Sunny.' } }],
      compactions: [{ start: 0, end: 2, text: 'They greeted.', revision: 4 }],
    })
  })

  it('shortens text wider than the terminal, and neutralizes control characters', async () => {
    const store = await storeWithChat(kind)
    await fill(store, (sessions) => sessions.append(local, 'wide', [say(`\u001b[2J${'喝茶 🦊 '.repeat(100_000)}`)]))
    const { stdout } = await lamella(['sessions', 'show', store, 'wide'], { terminal: true, columns: 60 })
    const line = stripVTControlCharacters(stdout).split('\n')[2] ?? ''
    expect(line).toMatch(/^0 {2}user {7}\[2J喝茶 🦊 .*…$/)
    expect(line.length).toBeLessThanOrEqual(60)
    expect(stdout).not.toContain('\u001b[2J')
  })

  it('reports a missing session', async () => {
    const { code, stdout, stderr } = await lamella(['sessions', 'show', await storeWithChat(kind), 'chit'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^error \[SESSION_MISSING\]: .+\n {2}Run `lamella sessions list`/)
  })
})
