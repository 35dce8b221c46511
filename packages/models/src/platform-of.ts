import type { WireFormat } from '@lamella/wire/formats'
import { keyOf, platforms } from './names.ts'

/** Where a model runs, if that is not its vendor's own endpoint. */
export type Platform = 'bedrock' | 'vertex'

/**
 * Ids of Bedrock, such as `jp.anthropic.claude-sonnet-4-6`: a vendor and a model, with or without a region, or an ARN. Other names
 * have dots between digits only, as versions do. Source:
 * https://docs.aws.amazon.com/bedrock/latest/userguide/models-supported.html (2026-11-23).
 */
const ofBedrock = /^arn:aws|(?:^|[./])[a-z][a-z0-9]*\.[a-z][a-z0-9]*[-.]/

/** Ids of Vertex: a version after an `@`, or a path. Source: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude. */
const ofVertex = /@(?:\d{8}|default)$|^projects\//

/**
 * Returns the platform that a model is called on, by its name there, or by the format in which it is sent; `undefined` for
 * the vendor's own names.
 *
 * @example
 * platformOf('us.anthropic.claude-haiku-4-5-20251001-v1:0') // 'bedrock'
 */
export function platformOf(model: string, format?: WireFormat): Platform | undefined {
  const name = typeof model === 'string' ? keyOf(model) : ''
  if (format === 'bedrock-converse' || ofBedrock.test(name)) return 'bedrock'
  return ofVertex.test(name) ? 'vertex' : platforms.get(/^[^/:]*(?=[/:])/.exec(name)?.[0] ?? '')
}
