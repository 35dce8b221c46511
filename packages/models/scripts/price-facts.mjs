// Prices that a vendor's page states and the package of prices does not, or states otherwise: US dollars per million tokens.
// `writes` are prices of tokens written to the prompt cache, by how long they stay. `above` and `long`: prompts with more
// tokens than `above` have the prices of `long`, for every token. `from` is the first day of a price that was announced.

const claude = 'https://platform.claude.com/docs/en/about-claude/pricing'
const openai = 'https://developers.openai.com/api/docs/models'
const gemini = 'https://ai.google.dev/gemini-api/docs/pricing'
const date = '2026-11-24'

/** The prices of Anthropic: a write costs 1.25 times the input for 5 minutes, twice the input for an hour. */
const claudePrices = (input, output, read) => ({
  ...{ input, output, read },
  writes: { '5m': input * 1.25, '1h': input * 2 },
})

/** The prices of OpenAI since GPT-6: a long prompt has twice the prices, and 1.5 times for the answer. */
const openaiPrices = (input, output, read) => {
  const prices = (times, out) => ({
    input: input * times,
    output: output * out,
    read: read * times,
    writes: { '30m': input * 1.25 * times, '12h': input * 2.5 * times },
  })
  return { ...prices(1, 1), above: 272_000, long: prices(2, 1.5) }
}

/** DeepSeek's prices off-peak; from 01:00 to 04:00 and 06:00 to 10:00 UTC on Chinese working days they are twice as high. */
const deepseek = { source: 'https://api-docs.deepseek.com/quick_start/pricing', date: '2026-11-26' }

export const priceFacts = [
  { id: 'claude-opus-5-5', ...claudePrices(4, 20, 0.2), source: claude, date },
  // Its cache became cheaper on 2026-10-07.
  { id: 'claude-sonnet-5-5', ...claudePrices(2, 10, 0.1), source: claude, date },
  {
    id: 'claude-haiku-5-5',
    ...claudePrices(0.1, 0.5, 0.01),
    ...{ above: 100_000, long: claudePrices(0.5, 2.5, 0.05) },
    ...{ source: claude, date },
  },
  { id: 'claude-fable-5-2', ...claudePrices(8, 40, 0.2), source: claude, date },
  { id: 'claude-mythos-5-1', ...claudePrices(10, 50, 0.25), source: claude, date },
  { id: 'claude-mythos-5', ...claudePrices(10, 50, 1), source: claude, date },

  { id: 'gpt-6.2-sol', ...openaiPrices(2, 10, 0.1), source: `${openai}/gpt-6.2-sol`, date },
  { id: 'gpt-6.2-astra', ...openaiPrices(8, 40, 0.4), source: `${openai}/gpt-6.2-astra`, date },
  { id: 'gpt-6.1-sol', ...openaiPrices(2, 10, 0.1), source: `${openai}/gpt-6.1-sol`, date },
  { id: 'gpt-6.1-terra', ...openaiPrices(1, 5, 0.05), source: `${openai}/gpt-6.1-terra`, date },
  { id: 'gpt-5.2-codex', input: 1.75, output: 14, read: 0.175, source: `${openai}/gpt-5.2-codex`, date },

  { id: 'gemini-4-argon', input: 2, output: 10, read: 0.1, source: gemini, date },
  { id: 'gemini-4-argon', from: '2026-12-01', input: 4, output: 20, read: 0.2, source: gemini, date },

  {
    id: 'grok-4.7',
    ...{ input: 2, output: 6, read: 0.5, above: 200_000, long: { input: 4, output: 12, read: 1 } },
    ...{ source: 'https://docs.x.ai/docs/models/grok-4.7', date },
  },

  { id: 'deepseek-v4-pro', input: 0.66, output: 1.98, read: 0.022, ...deepseek },
  { id: 'deepseek-flash', input: 0.15, output: 0.6, read: 0.003, ...deepseek },
]

/** Models of the package of prices that others sell, at prices of their own. */
export const notSold = ['gpt-oss-20b', 'gpt-oss-120b']
