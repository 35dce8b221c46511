// Models missing from the package: newer than it, or long retired but still requested. Numbers are tokens; `source` is
// the page they come from. For features, see `letters` in generate.mjs.

const claude = 'https://platform.claude.com/docs/en/models'
const openai = 'https://developers.openai.com/api/docs/models'
const gemini = 'https://ai.google.dev/gemini-api/docs/models'
const newest = { provider: 'anthropic', window: 1_000_000, output: 128_000, features: 'tvfrosc', thinking: 'adaptive' }
const sol = { provider: 'openai', window: 1_050_000, output: 128_000, features: 'tvrosc', thinking: 'effort' }

export const additions = [
  { id: 'claude-fable-5-2', ...newest, source: 'https://runware.ai/docs/models/anthropic-claude-fable-5-2' },
  { id: 'claude-sonnet-5-5', ...newest, source: `${claude}/sonnet-5-5/overview` },
  { id: 'claude-haiku-5-5', ...newest, source: `${claude}/haiku-5-5/overview` },

  { id: 'gpt-6.2-astra', ...sol, source: `${openai}/gpt-6.2-astra` },
  { id: 'gpt-6.2-sol', ...sol, source: `${openai}/gpt-6.2-sol` },
  { id: 'gpt-6.1-sol', ...sol, source: `${openai}` },
  { id: 'gpt-6.1-terra', ...sol, source: `${openai}` },
  // The first version of gpt-4o has a smaller output limit than later ones and no structured output.
  {
    id: 'gpt-4o-2024-05-13',
    provider: 'openai',
    window: 128_000,
    output: 4_096,
    features: 'tvs',
    source: `${openai}/gpt-4o`,
  },
  { id: 'gpt-4', provider: 'openai', window: 8_192, output: 8_192, features: 'ts', source: `${openai}/gpt-4` },
  {
    id: 'gpt-3.5-turbo',
    provider: 'openai',
    window: 16_385,
    output: 4_096,
    features: 'ts',
    source: `${openai}/gpt-3.5-turbo`,
  },

  {
    id: 'gemini-4-argon',
    provider: 'google',
    window: 1_048_576,
    // Per request; a longer answer is continued with a token. 32,768 without streaming.
    output: 65_536,
    features: 'tvfarosc',
    thinking: 'effort',
    source: 'https://ai.google.dev/gemini-api/docs/generate-content/latest-model',
  },
  {
    id: 'gemini-2.5-flash-lite',
    provider: 'google',
    window: 1_048_576,
    output: 65_536,
    features: 'tvfarosc',
    thinking: 'budget',
    source: `${gemini}/gemini-2.5-flash-lite`,
  },
  ...['gemini-2.0-flash', 'gemini-2.0-flash-lite'].map((id) => ({
    id,
    provider: 'google',
    window: 1_048_576,
    output: 8_192,
    features: 'tvfaosc',
    source: `${gemini}/${id}`,
  })),
  ...[
    { id: 'gemini-1.5-pro', window: 2_097_152 },
    { id: 'gemini-1.5-flash', window: 1_048_576 },
    { id: 'gemini-1.5-flash-8b', window: 1_048_576 },
  ].map((one) => ({
    ...one,
    provider: 'google',
    output: 8_192,
    features: 'tvfaosc',
    source: 'https://ai.google.dev/gemini-api/docs/models/experimental-models?hl=en',
  })),
]
