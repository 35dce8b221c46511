import { factDigest } from '@lamella/compaction/digest'
import type { JsonValue, Message } from '@lamella/core'
import { type DigestRequest, summaryMessage } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })
const result = (value: JsonValue): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'look_up', output: { type: 'json', value } }],
})

/** Digests messages; a token is a character. */
function digest(messages: readonly Message[], more: Partial<DigestRequest> = {}) {
  const start = more.before === undefined ? 0 : 100
  return factDigest().digest({
    gone: messages.map((message, index) => ({ position: start + index, message })),
    before: undefined,
    shown: [],
    maxTokens: 10_000,
    count: (one) => one.length,
    ...more,
  })
}

describe('the principles of a digest', () => {
  it.each([
    ['Order slate for the north wing.', 'Copper for the north wing after all.'],
    ['Schiefer für den Nordflügel bestellen.', 'Kupfer für den Nordflügel.'],
    ['北棟には石板を頼みます。', '北棟は銅にします。'],
    ['The pilot sleeps in Rennes.', 'Brest is where the pilot sleeps.'],
  ])('has the later of two sentences about the same, or both, whatever the words: %s', (before, after) => {
    const talk = Array.from({ length: 30 }, (_, at) =>
      user(`Tell me story number ${at} about a fox and its ${at} cubs.`),
    )
    const seen = new Set<boolean>()
    for (let maxTokens = 130; maxTokens < 1_500; maxTokens += 30) {
      const made = digest([user(before), ...talk, user(after), ...talk], { maxTokens })?.text ?? ''
      seen.add(made.includes(after))
      if (made.includes(before)) expect(made).toContain(after)
    }
    expect(seen.has(true)).toBe(true)
  })

  it('keeps a short answer with the question before it, across cuts too', () => {
    const [question, answer] = ['What shall the slipway be made of?', 'Cork.']
    const both = `#2: ${question} — ${answer}`
    expect(digest([user('Hello.'), assistant(`It is dry. ${question}`), user(answer)])?.text).toContain(both)
    const first = digest([user('Hello.'), assistant(`It is dry. ${question}`)])
    expect(first?.text).toContain(question)
    const gone = [{ position: 2, message: user(answer) }]
    expect(digest([], { gone, before: first?.memory ?? null })?.text).toContain(both)
  })

  it('tells what a value of a result is of, by the nearest name, and each value once', () => {
    const made = digest([
      result({
        found: 2,
        rows: [
          { id: 35_202, name: 'ghost trap', tag: 'QV123X' },
          { id: 78_917, name: 'rope bridge', tag: 'RT88' },
        ],
      }),
    ])?.text
    expect(made).toContain('ghost trap id: 35202; tag: QV123X')
    expect(made).toContain('rope bridge id: 78917; tag: RT88')
  })

  it('reads a day of which a full stop is a part, in a text and in a field', () => {
    const made = digest([
      result('Die Prüferin besucht das Quartier am Lohberg am 18. Dezember.'),
      result({ name: 'Hofladen Süd', termin: '19. Mai' }),
    ])?.text
    expect(made).toContain('Die Prüferin besucht das Quartier am Lohberg am 18. Dezember.')
    expect(made).toContain('Hofladen Süd termin: 19. Mai')
  })

  it('reads words after a number where a script has no spaces', () => {
    const talk = Array.from({ length: 30 }, (_, at) => user(`狐の話をもう一つ聞かせてください、${at}番目です。`))
    const said = '12月24日までに檜の湯船を直したいです。'
    expect(digest([...talk, user(said), ...talk], { maxTokens: 300 })?.text).toContain(said)
  })

  it('keeps what a person decided on calls, as said, with the call', () => {
    const call = (id: string, order: string): Message => ({
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: id, toolName: 'refund', input: { order, token: 'ghp_0123456789abcdef' } },
        { type: 'tool-approval-request', approvalId: `ask-${id}`, toolCallId: id },
      ],
    })
    const decided = (id: string, approved: boolean, reason?: string): Message => ({
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: `ask-${id}`, approved, ...(reason && { reason }) }],
    })
    const denied: Message = {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'refund',
          output: { type: 'execution-denied', reason: 'Ring Selma first.' },
        },
      ],
    }
    const made = digest([
      ...[call('a', 'A-17'), decided('a', true, 'Only this once.')],
      ...[call('b', 'B-20'), decided('b', false)],
      ...[call('c', 'C-99'), denied],
    ])?.text
    expect(made).toContain('## Users')
    expect(made).toMatch(
      /#1: Approved: refund .*A-17.* — Only this once\.\n#3: Denied: refund .*B-20.*\n#5: Denied: refund .*C-99.* — Ring Selma first\./,
    )
    expect(made).not.toContain('ghp_')
  })

  it('keeps what is about a rare subject where each sentence has a number of its own', () => {
    const talk = Array.from({ length: 60 }, (_, at) =>
      user(`Docket ${4_000 + 37 * at} has ${300 + at} crates by ${20_000 + at}.`),
    )
    const said = 'The docket has the crates of Casimir by the ghost trap, and it has crates by it.'
    expect(digest([user(said), ...talk], { maxTokens: 600 })?.text).toContain(said)
  })

  it('has what users say before what others say', () => {
    const said = Array.from({ length: 20 }, (_, at) => [
      user(`Bolt ${at} of the gate goes to Selma.`),
      assistant(`Hinge ${at + 50} of the barn goes to Ludger.`),
    ]).flat()
    const made = digest(said, { maxTokens: 1_000 })?.text ?? ''
    expect(made.split('goes to Selma').length).toBeGreaterThan(3 * made.split('goes to Ludger').length)
  })

  /** A gardener who plans beds, and a model that repeats each plan. */
  const beds = ['sorrel', 'lovage', 'chervil', 'tansy', 'borage', 'hyssop', 'savory', 'angelica', 'comfrey', 'yarrow']
  const sites = [
    'the pond',
    'Kessel lane',
    'the west wall',
    'the kiln',
    'Ida’s shed',
    'the gate',
    'the byre',
    'the well',
  ]
  const plans = beds.map((herb, at) => `Please sow ${herb} beside ${sites[at % 8]} before the frost, and mulch it.`)
  const echoed = plans.flatMap((plan, at) => [
    user(plan),
    assistant(`${plan.replace('Please sow', 'To sow')} ${beds[at]} likes loam. Rake ${beds[at]} in gently.`),
  ])

  it('gives its room to what users say where the model repeats what it answers', () => {
    const made = digest(echoed, { maxTokens: 1_150 })?.text ?? ''
    for (const plan of plans) expect(made).toContain(plan)
  })

  it('brings along what a model that repeats replaces with a value of its own', () => {
    const moved = 'The seed swap at Kessel lane is on 23 April, since the hall was taken.'
    const said = [
      user('The seed swap at Kessel lane is on 9 April.'),
      ...echoed.slice(0, 8),
      assistant(moved),
      ...echoed,
    ]
    let shown = 0
    for (let maxTokens = 150; maxTokens < 1_500; maxTokens += 50) {
      const made = digest(said, { maxTokens })?.text ?? ''
      if (!made.includes('is on 9 April')) continue
      expect(made).toContain(moved)
      shown++
    }
    expect(shown).toBeGreaterThan(0)
  })

  it('fills its room with what no summary covers', () => {
    const covered = Array.from({ length: 10 }, (_, at) => assistant(`Hinge ${at + 50} of the barn goes to Ludger.`))
    const later = Array.from({ length: 10 }, (_, at) => assistant(`Latch ${at + 70} of the mill goes to Wilma.`))
    const shown = [summaryMessage({ start: 0, end: 10, text: 'Hinges went to someone.' })]
    const alone = digest([...covered, ...later], { maxTokens: 1_200 })?.text ?? ''
    const beside = digest([...covered, ...later], { maxTokens: 1_200, shown })?.text ?? ''
    expect(alone.split('goes to Ludger').length).toBe(11)
    expect(beside.split('goes to Ludger').length).toBeLessThan(11)
    expect(beside.split('goes to Wilma').length).toBe(11)
  })
})
