import type { Content, GenerateContentResponse, Part } from '@google/genai'
import { type Emitted, interleave, piecesOf, type Random } from './emitter.ts'

/** A response as JSON, without the getters of the SDK's class. */
export type GeminiBody = Pick<
  GenerateContentResponse,
  'candidates' | 'promptFeedback' | 'usageMetadata' | 'modelVersion' | 'responseId'
>

/**
 * Sends a response in chunks, as `streamGenerateContent` does: each chunk is a response with the next parts. The signature
 * of a text comes with its last piece or in an empty text after it. The last chunk of a candidate has its finish reason.
 */
export function emitGemini(body: GeminiBody, random: Random): Emitted[] {
  const { candidates = [], usageMetadata, ...base } = body
  const ofCandidates = candidates.map(({ content, index, finishReason, ...more }) => {
    const role = content?.role
    const chunks = chunksOf(content, random).map((parts) => ({ content: { parts, role }, index }))
    const last = random(2) === 0 ? chunks.pop() : { content: { parts: [{ text: '' }], role }, index }
    return [...chunks, { ...last, index, finishReason, ...more }]
  })
  const all = interleave(ofCandidates, random).map((candidate) => ({ ...base, candidates: [candidate], usageMetadata }))
  const { promptTokenCount } = usageMetadata ?? {}
  const first = { ...base, usageMetadata: { promptTokenCount } }
  return [...(random(2) === 0 ? [first] : []), ...(all.length === 0 ? [body] : all)].map((data) => ({ data }))
}

function chunksOf(content: Content | undefined, random: Random): Part[][] {
  const pieces = (content?.parts ?? []).flatMap((part) => ofPart(part, random))
  const chunks: Part[][] = []
  for (const piece of pieces) {
    const last = chunks.at(-1)
    if (last !== undefined && random(3) === 0) last.push(piece)
    else chunks.push([piece])
  }
  return chunks
}

function ofPart(part: Part, random: Random): Part[] {
  if (part.text === undefined) return [part]
  const { text, thoughtSignature, ...more } = part
  const pieces: Part[] = piecesOf(text, random).map((piece) => ({ ...more, text: piece }))
  if (thoughtSignature === undefined) return pieces
  if (random(2) === 0) return [...pieces, { ...more, text: '', thoughtSignature }]
  return [...pieces.slice(0, -1), { ...(pieces.at(-1) as Part), thoughtSignature }]
}
