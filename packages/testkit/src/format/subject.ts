import type { Framing, Message, Parameters, SystemMessage, ToolDefinition } from '@lamella/core'

/** The input of a format. */
export interface FormatContext {
  readonly system?: readonly SystemMessage[]
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDefinition[]
  readonly parameters?: Parameters
}

/** A loss or a repair. */
export interface FormatRow {
  readonly code: string
  /** Its place in the context, such as `messages[3].content[0]`. */
  readonly path: string
  readonly what: string
}

/** A request, with the losses and repairs of its encoding. */
export interface FormatEncoding {
  readonly request: object
  readonly losses: readonly FormatRow[]
  readonly repairs: readonly FormatRow[]
}

/** A wire format as the suite sees it; formats made with `defineFormat` of `@lamella/wire/kit` fit. */
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
