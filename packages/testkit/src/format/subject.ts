import type { Framing, Message, Parameters, SystemMessage, ToolDefinition } from '@lamella/core'

/** What a format is given. */
export interface FormatContext {
  readonly system?: readonly SystemMessage[]
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDefinition[]
  readonly parameters?: Parameters
}

/** Something that was lost or put right. */
export interface FormatRow {
  readonly code: string
  /** Where it stands in the context, such as `messages[3].content[0]`. */
  readonly path: string
  readonly what: string
}

/** A request, and what became of the context on the way. */
export interface FormatEncoding {
  readonly request: object
  readonly losses: readonly FormatRow[]
  readonly repairs: readonly FormatRow[]
}

/** A wire format as the suite sees it: what `defineFormat` of `@lamella/wire/kit` makes fits. */
export interface FormatSubject {
  readonly spec: 1
  readonly name: string
  readonly title: string
  encode(context: FormatContext): FormatEncoding
  readonly decode: {
    request(value: unknown): FormatContext
  }
  readonly framing: Framing
  readonly rules: readonly { readonly code: string; readonly what: string; readonly source: string }[]
  validate(request: unknown): readonly { readonly code: string; readonly level: string; readonly path: string }[]
}
