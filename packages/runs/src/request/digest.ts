import type { Layer, UserMessage } from '@lamella/core'
import { isLamellaError, LamellaError } from '@lamella/core'
import type { Counter, Digest, DigestPolicy, DigestRequest } from '@lamella/core/plugin'
import { failed, isObject, mustBeDigestPolicy } from '@lamella/core/plugin'
import { lostByJson } from '@lamella/store'
import { digestText, updateMessage } from './update-text.ts'

/** The most messages that a digest is made of at once. */
export const mostGone = 10_000

/** The most characters of what a policy remembers, as JSON. */
const mostMemory = 100_000

/** Returns the message that shows a digest: fenced data, which no one said. */
export function digestMessage(layer: Layer, { text }: Digest): UserMessage {
  return updateMessage(digestText(layer.name, text), { by: 'data' })
}

/** Returns the tokens that are left for the text of a digest whose message may take `most`. */
export function roomForText(layer: Layer, most: number, counter: Counter): number {
  return most - counter.message(digestMessage(layer, { text: '', memory: null }))
}

/**
 * Returns the policy of a layer, loaded if need be.
 *
 * @throws LamellaError `LAYER_FAILED`, `LAYER_OUTPUT_INVALID`
 */
export async function loadPolicy(layer: Layer, digest: NonNullable<Layer['digest']>): Promise<DigestPolicy> {
  if (typeof digest !== 'function') return digest
  let policy: DigestPolicy
  try {
    policy = await digest()
  } catch (cause) {
    throw isLamellaError(cause) ? cause : failed(layer, cause)
  }
  const problem = mustBeDigestPolicy(policy)
  if (problem === undefined) return policy
  throw new LamellaError({
    code: 'LAYER_OUTPUT_INVALID',
    what: `Layer '${layer.name}': the digest that it loads ${problem}.`,
    fix: 'Return a digest policy, such as factDigest() of @lamella/compaction/digest.',
    details: { layer: layer.name, problem },
  })
}

/**
 * Asks a layer's policy for a digest, and checks it.
 *
 * @throws LamellaError `LAYER_FAILED`, `LAYER_OUTPUT_INVALID`
 */
export function askForDigest(layer: Layer, policy: DigestPolicy, request: DigestRequest): Digest | undefined {
  let digest: unknown
  try {
    digest = policy.digest(request)
  } catch (cause) {
    throw isLamellaError(cause) ? cause : failed(layer, cause)
  }
  if (digest === undefined) return undefined
  const problem = digestProblem(digest, request)
  if (problem === undefined) return digest as Digest
  throw new LamellaError({
    code: 'LAYER_OUTPUT_INVALID',
    what: `Layer '${layer.name}': the digest policy '${policy.name}' returned ${problem}.`,
    fix: 'Return { text, memory } with a text of at most maxTokens tokens, or undefined.',
    details: { layer: layer.name, problem },
  })
}

function digestProblem(digest: unknown, { maxTokens, count }: DigestRequest): string | undefined {
  if (!isObject(digest) || typeof digest['text'] !== 'string') return 'no text'
  if (count(digest['text']) > maxTokens) return `a text of more than ${maxTokens} tokens`
  const { memory } = digest
  const lost = memory === undefined ? 'no memory' : lostByJson(memory, 0)
  if (lost !== undefined) return memory === undefined ? lost : `a memory with ${lost}, which JSON cannot store`
  return JSON.stringify(memory).length > mostMemory ? `a memory of more than ${mostMemory} characters` : undefined
}
