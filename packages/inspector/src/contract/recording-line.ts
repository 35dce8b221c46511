import type { FragmentContent, JsonValue } from '@lamella/core'
import type {
  RecordedBuild,
  RecordedContext,
  RecordedFragment,
  RecordedItem,
  RecordedLayer,
  RecordedTexts,
  RecordedTool,
} from './recording.ts'

/**
 * A recording is JSON lines: a header, then contents and builds. What builds have in common is written once, with the
 * first build that has it, under a number; later builds name the numbers. Keys and numbers hold until the next header,
 * which a recorder writes when it begins, after every 500 builds, and after an error. A reader skips what it cannot parse,
 * such as a line that was torn when a process died.
 */
export type RecordingLine = RecordingHeader | RecordedContent | WrittenBuild | SentBody | WrittenDiagnosis

export interface RecordingHeader {
  readonly lamella: 'recording'
  readonly spec: 1
  readonly texts: RecordedTexts
  /** Whether the recorder was asked to leave builds out. */
  readonly partial?: true
}

/** A content, once for each header, before the first build that has it. */
export interface RecordedContent {
  readonly content: string
  readonly value: FragmentContent
}

/** The request of a build that was written before, as it was really sent. */
export interface SentBody {
  readonly sent: number
  readonly body: JsonValue
}

/** Numbers in rising or any other order, as ranges: `0-3,7`. Empty if there is none. */
export type Numbers = string

/** What the provider found in the request of a build that was written before. Where no texts are recorded, the codes alone. */
export interface WrittenDiagnosis {
  readonly diagnosed: number
  readonly found: NonNullable<RecordedBuild['diagnosis']>
}

/** A build as a line has it. */
export interface WrittenBuild extends Omit<RecordedBuild, 'made' | 'body' | 'diagnosis'> {
  /** What this build is the first to have. */
  readonly new?: WrittenThings
  readonly made?: WrittenContext
}

/** Things with their numbers. */
export interface WrittenThings {
  readonly layers?: readonly WrittenLayer[]
  readonly units?: readonly WrittenUnit[]
  readonly items?: readonly WrittenItem[]
  readonly tools?: readonly (RecordedTool & { readonly n: number })[]
  readonly composed?: readonly WrittenComposed[]
}

/** What a layer is, whatever it offers. */
export interface WrittenLayer
  extends Pick<
    RecordedLayer,
    'name' | 'order' | 'priority' | 'stability' | 'placement' | 'min' | 'max' | 'budget' | 'policy' | 'oldestFirst'
  > {
  readonly n: number
}

export interface WrittenUnit {
  readonly n: number
  readonly fragments: readonly Omit<RecordedFragment, 'kept' | 'why'>[]
  readonly tokens: readonly number[]
  readonly page?: number
}

/** What the text of a layer takes, as `composed` of a layer has it. */
export interface WrittenComposed {
  readonly n: number
  readonly tokens: readonly number[]
}

/** An item without its place: items follow each other. */
export interface WrittenItem extends Pick<RecordedItem, 'place' | 'layer' | 'fragment' | 'content'> {
  readonly n: number
  readonly tokens: number
  /** How many messages it is, if not 1. */
  readonly messages?: number
}

export interface WrittenContext
  extends Pick<RecordedContext, 'tokens' | 'available' | 'framing' | 'limits' | 'room' | 'cache' | 'run'>,
    Partial<Pick<RecordedContext, 'rows' | 'truncated'>> {
  readonly layers: readonly WrittenOffer[]
  /** Where the tools begin, and where they end. */
  readonly start: number
  readonly toolsEnd: number
  readonly items: Numbers
  readonly tools: Numbers
}

/** What a layer offered to one build. What is 0, empty or usual is absent. */
export interface WrittenOffer
  extends Pick<RecordedLayer, 'steps' | 'why' | 'got'>,
    Partial<Pick<RecordedLayer, 'status' | 'frame' | 'asked' | 'omitted' | 'notices'>> {
  /** The number of the layer. */
  readonly layer: number
  readonly units: Numbers
  /** The number of what its text takes, if it is text. */
  readonly composed?: number
  /** The rung of each fragment, if not all are kept in full; -1: dropped. */
  readonly kept?: readonly number[]
  /**
   * What each rung of each unit takes of the limits other than the window: bytes, those of media, images, bytes of the largest
   * image. Only where a limit made something give way.
   */
  readonly amounts?: readonly (readonly WrittenAmounts[])[]
  /** Why fragments are ranked as they are, by id. */
  readonly ranked?: Readonly<Record<string, NonNullable<RecordedFragment['why']>>>
}

export type WrittenAmounts = readonly [bytes: number, media: number, images: number, imageBytes: number]
