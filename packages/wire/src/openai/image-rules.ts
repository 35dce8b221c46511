/** The level of detail for an image. `original` is for newer models; others treat it as `high`. */
export type OpenAIImageDetail = 'low' | 'high' | 'auto' | 'original'

/** The limits that an image is scaled to before its patches are counted. */
export interface PatchLimits {
  /** The longer side in pixels. */
  readonly edge: number
  readonly patches: number
}

/** Counts tokens by patches of 32 pixels. */
export interface PatchRule {
  readonly kind: 'patches'
  /** Tokens per 100 patches: an integer, so that rounding does not matter. */
  readonly per100: number
  readonly low: PatchLimits
  readonly high: PatchLimits
  readonly original: PatchLimits
  readonly auto: 'high' | 'original'
}

/** Counts tokens by tiles of 512 pixels. `low` costs only the base. */
export interface TileRule {
  readonly kind: 'tiles'
  readonly base: number
  readonly tile: number
}

export type ImageRule = PatchRule | TileRule

const edge = 2_048

/** Returns the same limits for every level of detail. */
function patches(per100: number, budget: number): PatchRule {
  const limits = { edge, patches: budget }
  return { kind: 'patches', per100, low: limits, high: limits, original: limits, auto: 'high' }
}

function tiles(base: number, tile: number): TileRule {
  return { kind: 'tiles', base, tile }
}

const high: PatchLimits = { edge, patches: 2_500 }
const small: PatchLimits = { edge: 512, patches: 256 }
const original: PatchLimits = { edge: 6_000, patches: 10_000 }
const longestEdge = 65_535

/**
 * The API rejects images with more patches. Source: a recorded 400, "exceeding the limit of 30000"
 * (Prism-Shadow/agenthub#194).
 */
const mostPatches = 30_000

/**
 * Source: OpenAI, "Images and vision" (developers.openai.com/api/docs/guides/images-vision), "Model sizing behavior"
 * and "Calculating costs", as of August 2026. For models that this page covers partly or not at all:
 * - GPT-6 counts like GPT-5.6, but accepts edges beyond 2,048 pixels at `high` (measured:
 *   huggingface.co/datasets/JOHNISKING/image-token-cost).
 * - GPT-5 mini and nano, o4-mini and GPT-4.1 nano: 1,536 patches, as on the June 2026 version of the page, and as
 *   measured with their current multipliers and those of GPT-5.3 Codex and codex-mini (community.openai.com/t/1377015).
 * - GPT-4.5 and computer-use-preview: the June version of the page. GPT-4 Turbo: measured
 *   (community.openai.com/t/1262691).
 */
const rules: readonly (readonly [model: RegExp, rule: () => ImageRule])[] = [
  [/gpt-4o-mini/, () => tiles(2_833, 5_667)],
  [/gpt-4\.1-mini/, () => patches(162, 6_144)],
  [/gpt-4\.1-nano/, () => patches(246, 1_536)],
  [/o4-mini|codex-mini-latest/, () => patches(172, 1_536)],
  [/\bo[13]\b/, () => tiles(75, 150)],
  [/computer-use-preview/, () => tiles(65, 129)],
  [/gpt-4/, () => tiles(85, 170)],
  [/gpt-5-nano/, () => patches(150, 1_536)],
  [/gpt-5(?:\.1)?-(?:codex-)?mini/, () => patches(120, 1_536)],
  [/gpt-5(?:\.[01])?(?![.\d])/, () => tiles(70, 140)],
  [/gpt-5\.[23](?!\d)/, () => patches(120, 6_144)],
  [
    /gpt-5\.4(?!\d)/,
    () => ({ kind: 'patches', per100: 120, low: { edge, patches: 6_144 }, high, original, auto: 'high' }),
  ],
  [/gpt-5\.5(?!\d)/, () => ({ kind: 'patches', per100: 120, low: small, high, original, auto: 'original' })],
  [/gpt-5\.6(?!\d)/, () => unbounded(high)],
  [/gpt-/, newest],
]

/** GPT-5.6 and later: `original` has no budget, so images that are too large are rejected instead of scaled down. */
function unbounded(limits: PatchLimits): ImageRule {
  const whole = { edge: longestEdge, patches: mostPatches }
  return { kind: 'patches', per100: 120, low: small, high: limits, original: whole, auto: 'original' }
}

function newest(): ImageRule {
  return unbounded({ edge: longestEdge, patches: high.patches })
}

/**
 * Returns the rule for a model by its name, with or without a date suffix and a vendor prefix. `undefined` if unknown.
 */
export function imageRuleOf(model: string): ImageRule | undefined {
  const name = model.toLowerCase()
  return rules.find(([pattern]) => pattern.test(name))?.[1]()
}

/**
 * The most expensive rule that an unknown model may have, except for GPT-4o mini, whose images cost 33 times those of
 * GPT-4o, and for o4-mini and GPT-4.1 nano, which are about to be shut down.
 */
export function possibleRules(): readonly ImageRule[] {
  return [newest(), tiles(85, 170), patches(162, 6_144)]
}
