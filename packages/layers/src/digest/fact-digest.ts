import type { DigestPolicy, JsonValue } from '@lamella/core'
import { checkOptions, isObject, mustBeFunction } from '@lamella/core/plugin'
import type { CollectedLine } from '../summary/collect-lines.ts'
import { namesValue } from '../summary/names-value.ts'
import { isLikelySecret } from './likely-secret.ts'
import { longestThatFits } from './longest-that-fits.ts'
import { scanValues } from './scan-values.ts'
import { renderLines, sentenceLines } from './sentence-lines.ts'
import { keyOf, shownSentences } from './shown-sentences.ts'
import { digestValues, headingFor, mustBeShare, type ValueDigestOptions } from './value-digest.ts'

/** Options of `factDigest`. */
export interface FactDigestOptions extends ValueDigestOptions {
  /** The most tokens that it takes, as a share of the budget: above 0, to 0.5. Default 0.25. */
  readonly share?: number
}

/** How much of its room sentences may take. What they leave is for values. */
const sentences = 0.7

/** The most characters of JSON in which sentences are remembered, more than a digest shows: one may be needed again later. */
const mostMemory = { least: 24_000, forToken: 6, most: 60_000 }

/**
 * Creates the digest of what a conversation has established: decisions, preferences, promises, changes of files, names and numbers,
 * each as the sentence that said it, with the number of its message; then values as of `valueDigest`. A later decision stands with
 * the one that it replaces. No model is asked. Values and names are found in any language; what a sentence does is recognized in English.
 *
 * Its share and its weights were chosen with the retention bench, on one half of its conversations and of its sentences; the page
 * `docs/retention.md` shows them on the other.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * history({ digest: factDigest({ share: 0.15 }) })
 */
export function factDigest(options: FactDigestOptions = {}): DigestPolicy {
  const { share = 0.25, omit = isLikelySecret } = checkOptions('factDigest', options, {
    share: mustBeShare,
    omit: mustBeFunction,
  })
  return {
    spec: 1,
    name: 'facts',
    share,
    digest: (request) => {
      const { gone, maxTokens, count, shown } = request
      const before = memoryOf(request.before)
      const stated = shownSentences(shown)
      const lines = sentenceLines(gone, { before: before.sentences, shown: stated, omit })
      const isShown = new Set(stated.map(({ key }) => key))
      const missing = lines.filter(
        ({ text, was = [], now = [] }) => was.length + now.length > 0 || !isShown.has(keyOf(text)),
      )
      const heading = headingFor('Facts from earlier messages', request)
      const said = longestThatFits(missing.length, {
        maxTokens: Math.floor(sentences * maxTokens),
        count,
        render: (end) => renderLines(missing.slice(0, end), heading),
      })
      const left = maxTokens - (said === '' ? 0 : count(`${said}\n`))
      const values = digestValues(
        { ...request, before: before.values, shown: [...shown, said, replacedValues(lines)], maxTokens: left },
        omit,
        said === '' ? heading : '## Values',
      )
      if (lines.length === 0 && values === undefined) return undefined
      const remembered = longestThatFits(lines.length, {
        maxTokens: Math.min(mostMemory.most, Math.max(mostMemory.least, mostMemory.forToken * maxTokens)),
        count: (text) => JSON.stringify(text).length,
        render: (end) => renderLines(lines.slice(0, end)),
      })
      return {
        text: [said, values?.text ?? ''].filter((text) => text !== '').join('\n'),
        memory: { sentences: remembered, ...(values && { values: values.memory }) },
      }
    },
  }
}

/** Returns the values that a later sentence replaced: without that sentence they are not shown at all. */
function replacedValues(lines: readonly CollectedLine[]): string {
  return lines
    .flatMap(({ read, text, was = [], now = [] }) => [
      ...[...read.replaced, ...now].map(({ old }) => old),
      ...was.flatMap((one) => scanValues(one.text).flatMap(({ value }) => (namesValue(text, value) ? [] : value))),
    ])
    .join('\n')
}

/** Reads what a store kept; that of another digest is nothing. */
function memoryOf(json: JsonValue | undefined): { readonly sentences: string; readonly values: JsonValue | undefined } {
  const { sentences: said, values } = isObject(json) ? (json as { sentences?: unknown; values?: JsonValue }) : {}
  return { sentences: typeof said === 'string' ? said.slice(0, mostMemory.most) : '', values }
}
