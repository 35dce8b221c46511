import { factDigest, isLikelySecret, valueDigest } from '@lamella/compaction/digest'
import { extractSummary } from '@lamella/compaction/summary'
import { createEstimator, type Message } from '@lamella/core'
import { describe, expect, it } from 'vitest'

const estimator = createEstimator()
const jwt = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxMjM0NTY3ODkwIn0'.repeat(9)}.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`

/** What a program must not remember, as people and tools write it, and a part of it. */
const written: readonly (readonly [text: string, secret: RegExp])[] = [
  ['My card is 4539 5787 6362 1486, charge order #Q8.', /4539|5787|6362|1486/],
  ['My card is 4539-5787-6362-1486.', /5787/],
  ['Karte 4539\u00a05787\u00a06362\u00a01486, gültig bis 05 2027', /5787/],
  ['カードは4539 5787 6362 1486です', /5787/],
  ['Amex 3782 822463 10005 for order #Q8', /822463/],
  [`Token ${jwt}. Use it for order #Q8.`, /eyJ|dozj|IxMjM0/],
  [`Call it with ${jwt}, then ship order #Q8`, /eyJ|dozj|IxMjM0/],
  ['令牌是ghp_16C7e42F292c6912E7710c838347Ae178B4a。', /16C7e42F/],
  ['Connect to postgres://user:pass123@db.example.com:5432/orders, please.', /pass123/],
  ['It is redis://:s3cr3tpw@cache:6379!', /s3cr3tpw/],
  ['curl -H "Authorization: Basic dXNlcjpwYXNz" https://api.example.com', /dXNlcjpwYXNz/],
  ['{"user": "ada", "password": "swordfish"}', /swordfish/],
  ['The api_token is tok_123456789 for order #Q8.', /tok_1/],
]

/** What looks like a secret and is none. */
const harmless = [
  'Order 4539 5787 is ready.',
  'Rooms 4101 4102 4103 4104 are free.',
  'It took 4000 tokens for order #Q8.',
]

function told(message: Message): string {
  const gone = [{ position: 0, message }]
  const room = { gone, before: undefined, shown: [], maxTokens: 600, count: (text: string) => estimator.count(text) }
  const custom = (value: string, label: string): boolean => isLikelySecret(value, label) || label === 'iban'
  const digests = [factDigest(), valueDigest(), factDigest({ omit: custom })].map((one) => one.digest(room))
  return JSON.stringify([digests, extractSummary([message]).lines])
}
const user = (content: string): Message => ({ role: 'user', content })
const tool = (
  output: { type: 'text'; value: string } | { type: 'json'; value: { [name: string]: string } },
): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'find', output }],
})

describe('digests and summaries, with what they remember', () => {
  it.each(written.filter(([text]) => !/swordfish|dXNl/.test(text)))(
    'leave out what a user writes in %j',
    (text, secret) => {
      expect(told(user(text))).not.toMatch(secret)
    },
  )

  it.each(written)('leave out what a user writes in %j, by the rules of the default', (text, secret) => {
    const lines = JSON.stringify(extractSummary([user(text)]).lines)
    expect(lines).not.toMatch(secret)
  })

  it.each(written.filter(([text]) => !/swordfish|dXNl/.test(text)))(
    'leave out what a tool returns in %j',
    (text, secret) => {
      expect(told(tool({ type: 'text', value: text }))).not.toMatch(secret)
      expect(told(tool({ type: 'json', value: { order_id: 'Q8', note: text } }))).not.toMatch(secret)
    },
  )

  it.each([
    ['card', '4539 5787 6362 1486'],
    ['token', 'tok_123456789'],
    ['apiToken', 'tok_123456789'],
    ['authorization', 'Basic dXNlcjpwYXNz'],
    ['url', 'postgres://user:pass123@db'],
    ['x', jwt],
  ])('leave out the field %s: %s', (name, value) => {
    const said = told(tool({ type: 'json', value: { order_id: 'Q8', [name]: value } }))
    expect(said).not.toContain(value)
    expect(said).toContain('Q8')
  })

  it('leave out a token whose beginning is too far from the value after it', () => {
    expect(told(user(`Use ${jwt}${'A1b2'.repeat(60)} order W4711 today`))).not.toMatch(/dozj|A1b2/)
  })

  it('leave out a number that the longest sentence would cut', () => {
    expect(
      told(user(`${'We ship from Gdynia on days when it rains '.repeat(10).slice(0, 389)} 4539 5787 6362 1486`)),
    ).not.toMatch(/4539/)
  })

  it.each(harmless)('keep %j', (text) => {
    expect(told(user(text))).not.toContain('left out')
  })
})
