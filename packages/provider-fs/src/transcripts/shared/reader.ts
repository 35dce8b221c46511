import type { ToolDefinition } from '@lamella/core'
import { known } from '../../json.ts'
import type { Transcript } from '../contract/transcript.ts'
import type { Collector } from './collect.ts'
import { type Fields, text } from './fields.ts'

/** What a reader of a format returns; what the collector has is added to it. */
export type ReadParts = Partial<Omit<Transcript, 'format' | 'notes' | 'skipped' | 'unknown'>> &
  Pick<Transcript, 'window' | 'path'>

/** Reads the objects of one file, in their order. */
export interface FormatReader {
  add(value: Fields, line: number): void
  finish(): ReadParts | Promise<ReadParts>
}

/** A file beside the session, read as its objects. */
export interface BesideValues {
  readonly name: string
  readonly values: readonly Fields[]
}

/** A format, and how it is read. */
export interface FormatDefinition {
  createReader(collector: Collector, beside: readonly BesideValues[]): FormatReader
  /** Whether an object is a message, for files that are one JSON value. */
  isMessage?(value: Fields): boolean
}

/** Returns the definition of a tool, as a list; an empty one for a tool without a name. */
export function toolOf(tool: Fields, inputSchema: ToolDefinition['inputSchema']): readonly ToolDefinition[] {
  const name = text(tool['name'])
  return name === undefined ? [] : [known({ name, description: text(tool['description']), inputSchema })]
}
