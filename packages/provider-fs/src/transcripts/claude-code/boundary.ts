import { count, type Fields, fields, list, text } from '../shared/fields.ts'

/** A compaction, and which earlier lines stay behind its summary. */
export interface ClaudeBoundary {
  /** The last line before it. */
  readonly before: string | undefined
  readonly trigger: string | undefined
  readonly tokensBefore: number | undefined
  readonly tokensAfter: number | undefined
  /** The line that the kept ones follow. */
  readonly anchor: string | undefined
  /** The kept lines, in order. */
  readonly kept: readonly string[]
  /** Older versions name only the ends of what is kept. */
  readonly segment: { readonly head: string; readonly tail: string } | undefined
}

/** Reads a line that marks a compaction; `undefined` for any other. */
export function boundaryOf(value: Fields): ClaudeBoundary | undefined {
  if (value['type'] !== 'system' || value['subtype'] !== 'compact_boundary') return undefined
  const metadata = fields(value['compactMetadata'])
  const preserved = fields(metadata['preservedMessages'])
  const segment = fields(metadata['preservedSegment'])
  const [head, tail] = [text(segment['headUuid']), text(segment['tailUuid'])]
  return {
    before: text(value['logicalParentUuid']),
    trigger: text(metadata['trigger']),
    tokensBefore: count(metadata['preTokens']),
    tokensAfter: count(metadata['postTokens']),
    anchor: text(preserved['anchorUuid']) ?? text(segment['anchorUuid']),
    kept: list(preserved['uuids']).flatMap((one) => text(one) ?? []),
    segment: head !== undefined && tail !== undefined ? { head, tail } : undefined,
  }
}
