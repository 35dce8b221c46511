import { checkOptions, mustBeText, type RequestLimits } from '@lamella/core/plugin'
import type { WireFormat } from '@lamella/wire/formats'
import { findModel } from '../built-in.ts'
import type { Model } from '../contract/model.ts'
import { type Platform, platformOf } from '../platform-of.ts'

const [million, mebibyte] = [1_000_000, 1_048_576]

/** How a model is called. */
export interface RequestLimitOptions {
  /** The format in which it is sent: `bedrock-converse` tells the platform where the name does not. */
  readonly format?: WireFormat | undefined
}

/**
 * Returns what a provider limits in a request beside the tokens, by the name under which a model is called: names of Bedrock and
 * Vertex have the limits of these. Limits that are not published are absent, and so are all of an unknown vendor.
 *
 * All sources read on 2026-11-23.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * requestLimits('claude-opus-5-5') // { bytes: 32000000, images: 600, imageBytes: 10485760 }
 */
export function requestLimits(name: string, options: RequestLimitOptions = {}): RequestLimits {
  const { format } = checkOptions('requestLimits', options, { format: mustBeText })
  checkOptions<{ readonly name: unknown }>('requestLimits', { name }, { name: mustBeText }, ['name'])
  const model = findModel(name)
  const id = name.toLowerCase()
  const platform = platformOf(name, format)
  const provider = model?.provider ?? (/claude/.test(id) ? 'anthropic' : /gemini/.test(id) ? 'google' : undefined)
  if (provider === 'anthropic') return anthropic(model, platform)
  if (platform === 'bedrock') return { bytes: bedrockBytes }
  if (platform === 'vertex') return provider === 'google' ? google : {}
  if (provider === 'openai') return openai
  if (provider === 'google') return google
  return provider === 'xai' ? xai : {}
}

/**
 * 20 MB: Amazon Bedrock, "Anthropic Claude Messages API", "The maximum size of the payload you can send in a request is 20MB". Not
 * published for Converse, nor for other models.
 */
const bedrockBytes = 20 * million

/**
 * Claude before version 5 refuses more on Bedrock, in all messages together: "too many images and documents: 21 + 0 > 20"
 * (cline/cline#1844; boto/boto3#4632, Sonnet 4). `Message` in the API reference says 20 images a message, for all models; Sonnet 5
 * takes 29 in one message of up to 2,000 pixels a side (measured in aws-solutions-library-samples/
 * accelerated-intelligent-document-processing-on-aws#994, September 2026). Read on 2026-11-24.
 */
const bedrockImages = 20
const manyImages = /^claude-[a-z]+-(?:[5-9]|\d\d)(?:-|$)/

/**
 * - 32 MB, "lower on some partner-operated platforms"; 600 images, 100 with a window below 1M tokens: platform.claude.com, "Vision",
 *   "General limits", and "PDF support", "Check PDF requirements".
 * - 10 MB an image, as base64: the API's own error, "image exceeds 10 MB maximum: 11174516 bytes > 10485760 bytes"; 5 MB on Bedrock
 *   and Vertex: "image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes".
 * - 30 MB on Vertex: platform.claude.com, "Claude on Vertex AI".
 * - No limit of tools is published.
 */
function anthropic(model: Model | undefined, platform: Platform | undefined): RequestLimits {
  const images = (model?.contextWindow ?? 0) >= million ? 600 : 100
  if (platform === undefined) return { bytes: 32 * million, images, imageBytes: 10 * mebibyte }
  const imageBytes = 5 * mebibyte
  if (platform === 'vertex') return { bytes: 30 * million, images, imageBytes }
  return { bytes: bedrockBytes, images: manyImages.test(model?.id ?? '') ? images : bedrockImages, imageBytes }
}

/**
 * 512 MB and 1,500 images: developers.openai.com/api/docs/guides/images-vision, "Image input requirements". 128 tools: the API's own
 * error, "Expected an array with maximum length 128" (julep-ai/julep#330). No limit of a single image is published.
 */
const openai: RequestLimits = { bytes: 512 * million, images: 1_500, tools: 128 }

/**
 * 100 MB inline: ai.google.dev/gemini-api/docs/file-input-methods, "Input method comparison". 900 images: the lowest of Vertex AI,
 * "Image understanding" (Gemini 3 Pro; others 3,000). 512 functions: types of @google/genai, `Tool.functionDeclarations`.
 */
const google: RequestLimits = { bytes: 100 * million, images: 900, tools: 512 }

/** 20 MiB an image: docs.x.ai, "Image understanding", "Image input general limits", which also says that their number is not limited. */
const xai: RequestLimits = { imageBytes: Math.ceil((20 * mebibyte * 4) / 3) }
