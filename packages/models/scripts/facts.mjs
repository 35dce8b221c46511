// Facts that a vendor's own page states better than the package, or that only the page states. Each entry holds what
// one page says about some models. Where they differ, the page wins and docs/model-data.md lists it.

const claude = 'https://platform.claude.com/docs/en'
const openai = 'https://developers.openai.com/api/docs'
const gemini = 'https://ai.google.dev/gemini-api/docs'

const caching = `${claude}/build-with-claude/prompt-caching#cache-limitations`
const ends = `${claude}/about-claude/model-deprecations`
const shutdowns = `${openai}/deprecations`
const tiktoken = 'https://github.com/openai/tiktoken/blob/main/tiktoken/model.py'
const litellm = 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json'
const latest = 'https://docs.anthropic.com/en/docs/about-claude/models/overview'

/** `of` lists ids, or is a pattern that matches whole ids. */
export const facts = [
  // The shortest prompt that a prompt cache keeps.
  { of: /^claude-(opus-5(-5)?|(sonnet|haiku)-5-5|(fable|mythos)-5(-1)?)$/, set: { cache: 512 }, source: caching },
  { of: /^claude-(opus-4-8|sonnet-5|sonnet-4(-[56])?|opus-4(-1)?)$/, set: { cache: 1_024 }, source: caching },
  { of: ['claude-opus-4-7'], set: { cache: 2_048 }, source: caching },
  { of: ['claude-opus-4-6', 'claude-opus-4-5', 'claude-haiku-4-5'], set: { cache: 4_096 }, source: caching },
  { of: ['claude-3-7-sonnet', 'claude-3-5-sonnet', 'claude-3-opus'], set: { cache: 1_024 }, source: caching },
  { of: ['claude-3-5-haiku', 'claude-3-haiku'], set: { cache: 2_048 }, source: caching },
  { of: ['claude-3-sonnet'], without: 'c', source: caching },
  // Earlier models: "varies by request settings".
  { of: /^gpt-(5\.6|6).*$/, set: { cache: 1_024 }, source: `${openai}/guides/prompt-caching` },
  { of: /^gemini-(4-argon|3\.[5678]-flash|3\.1-pro-preview)$/, set: { cache: 4_096 }, source: `${gemini}/caching` },
  { of: /^gemini-2\.5-(flash|pro)$/, set: { cache: 2_048 }, source: `${gemini}/caching` },
  { of: ['gemini-3-flash-preview'], set: { cache: 1_024 }, source: `${gemini}/interactions/caching` },
  { of: ['gemini-3-pro-preview'], set: { cache: 4_096 }, source: `${gemini}/interactions/caching` },

  // Encodings. tiktoken names none for gpt-6, and no other vendor publishes an encoding that it can count.
  { of: /^(o[134](-.*)?|(chat)?gpt-4o.*|gpt-4\.[15].*|gpt-5.*)$/, set: { encoding: 'o200k_base' }, source: tiktoken },
  { of: /^(gpt-4|gpt-4-turbo|gpt-3\.5-turbo)$/, set: { encoding: 'cl100k_base' }, source: tiktoken },
  { of: /^gpt-oss-.*$/, set: { encoding: 'o200k_harmony' }, source: tiktoken },

  // Windows, outputs, inputs.
  { of: /^gpt-4\.1.*$/, set: { window: 1_047_576 }, source: `${openai}/models/gpt-4.1` },
  { of: /^gpt-oss-.*$/, set: { output: 131_072 }, source: `${openai}/models/gpt-oss-120b` },
  { of: /^gpt-5(\.[123])?(-mini|-nano|-codex)?$/, set: { input: 272_000 }, source: `${openai}/models/gpt-5` },
  { of: ['gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.2-pro'], set: { input: 272_000 }, source: `${openai}/models` },
  { of: /^gpt-(5\.[45](-pro)?|5\.6-.*|6.*)$/, set: { input: 922_000 }, source: `${openai}/models/gpt-6.2-sol` },
  { of: ['claude-sonnet-4-6'], set: { output: 128_000 }, source: `${claude}/about-claude/models/overview` },
  { of: ['claude-3-haiku', 'claude-3-sonnet'], set: { output: 4_096 }, source: latest },

  // Features and formats. The chat endpoint has no function tools for these models, or does not serve them at all.
  { of: /^gpt-6.*$/, set: { formats: ['openai-responses'] }, source: `${openai}/models/gpt-6-sol` },
  { of: /^(o[13]-pro|gpt-5.*-(pro|codex))$/, set: { formats: ['openai-responses'] }, source: `${openai}/models` },
  { of: ['o1-pro', 'gpt-5-pro'], without: 's', source: litellm },
  { of: ['o1-preview', 'o1-mini'], without: 't', set: { thinking: undefined }, source: `${openai}/models/o1-mini` },
  { of: ['chatgpt-4o-latest'], without: 'rt', source: `${openai}/models/chatgpt-4o-latest` },
  { of: ['gpt-4-turbo'], without: 'f', source: `${openai}/models/gpt-4-turbo` },
  {
    of: /^(o1|o1-pro|o3(-mini|-pro)?|o4-mini|gpt-4o(-mini)?|gpt-4\.[15].*|gpt-5(?!\.[24]-pro$).*|gpt-6.*)$/,
    with: 'o',
    source: `${openai}/guides/structured-outputs`,
  },
  {
    of: /^claude-((opus|sonnet|haiku|fable|mythos)-5.*|opus-4-[15678]|sonnet-4-[56]|haiku-4-5)$/,
    with: 'o',
    source: `${claude}/build-with-claude/structured-outputs`,
  },
  { of: /^gemini-.*$/, with: 'o', source: `${gemini}/structured-output` },
  {
    of: /^claude-(3-7-sonnet|(opus|sonnet)-4(-[015])?|haiku-4-5)$/,
    set: { thinking: 'budget' },
    source: `${claude}/build-with-claude/extended-thinking`,
  },
  { of: /^gemini-2\.5-(pro|flash)$/, set: { thinking: 'budget' }, source: `${gemini}/thinking` },

  // Announced or past end dates, and models that now have a successor.
  { of: ['claude-3-sonnet'], set: { retires: '2025-07-21' }, source: ends },
  { of: ['claude-3-5-sonnet'], set: { retires: '2025-10-28' }, source: ends },
  { of: ['claude-3-opus'], set: { retires: '2026-01-05' }, source: ends },
  { of: ['claude-3-7-sonnet', 'claude-3-5-haiku'], set: { retires: '2026-02-19' }, source: ends },
  { of: ['claude-3-haiku'], set: { retires: '2026-04-20' }, source: ends },
  { of: ['claude-opus-4', 'claude-sonnet-4'], set: { retires: '2026-06-15' }, source: ends },
  { of: ['claude-opus-4-1'], set: { retires: '2026-08-05' }, source: ends },
  {
    of: ['claude-sonnet-5', 'claude-haiku-4-5'],
    set: { status: 'deprecated' },
    source: `${claude}/about-claude/models/overview`,
  },
  {
    of: /^(gpt-3\.5-turbo|gpt-4|gpt-4-turbo|gpt-4o-2024-05-13|o1|o1-pro|o3-mini|o4-mini|gpt-4\.1-nano)$/,
    set: { retires: '2026-10-23' },
    source: shutdowns,
  },
  { of: /^(gpt-5|gpt-5-mini|gpt-5-nano|gpt-5-pro|o3|o3-pro)$/, set: { retires: '2026-12-11' }, source: shutdowns },
  { of: /^(gpt-4o|gpt-4o-mini|gpt-4\.1|gpt-4\.1-mini)$/, set: { retires: '2027-01-14' }, source: shutdowns },
  { of: ['gpt-5.1'], set: { retires: '2027-04-01' }, source: shutdowns },
  { of: ['gpt-6-sol', 'gpt-6-astra'], set: { status: 'deprecated' }, source: `${openai}/models/gpt-6.2-sol` },
  { of: /^gemini-1\.5-.*$/, set: { status: 'retired' }, source: `${gemini}/changelog` },
  { of: ['gemini-3-pro-preview'], set: { retires: '2026-03-09' }, source: `${gemini}/deprecations` },
  { of: ['gemini-3.1-flash-lite'], set: { retires: '2027-05-07' }, source: `${gemini}/deprecations` },
  { of: /^gemini-2\.0-.*$/, set: { retires: '2026-06-01' }, source: `${gemini}/changelog` },
  { of: ['gemini-2.5-pro', 'gemini-2.5-flash'], set: { retires: '2026-12-01' }, source: `${gemini}/deprecations` },
]

/**
 * More of the vendor's names, in addition to those in the package. Names that move to another model do not belong here.
 */
export const names = {
  'claude-opus-4': 'claude-opus-4-0',
  'claude-sonnet-4': 'claude-sonnet-4-0',
  'claude-opus-4-5': 'claude-opus-4-5-20251101',
  'claude-sonnet-4-5': 'claude-sonnet-4-5-20250929',
  'claude-3-7-sonnet': 'claude-3-7-sonnet-latest',
  'claude-3-5-sonnet': 'claude-3-5-sonnet-latest claude-3-5-sonnet-v2-20241022 claude-3-5-sonnet-v2',
  'claude-3-5-haiku': 'claude-3-5-haiku-latest',
  'claude-3-opus': 'claude-3-opus-latest',
  'gpt-4o': 'gpt-4o-2024-08-06',
  'gpt-4': 'gpt-4-0613',
  'gpt-3.5-turbo': 'gpt-3.5-turbo-0125 gpt-35-turbo',
  'gemini-2.0-flash': 'gemini-2.0-flash-001',
  'gemini-2.0-flash-lite': 'gemini-2.0-flash-lite-001',
  'gemini-1.5-pro': 'gemini-1.5-pro-latest gemini-1.5-pro-001 gemini-1.5-pro-002',
  'gemini-1.5-flash': 'gemini-1.5-flash-latest gemini-1.5-flash-001 gemini-1.5-flash-002',
  'gemini-1.5-flash-8b': 'gemini-1.5-flash-8b-latest gemini-1.5-flash-8b-001',
}
