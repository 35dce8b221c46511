import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of the inspector, in addition to its message. */
export interface InspectorErrorDetails {
  /** The built page is not where it belongs. */
  INSPECTOR_PAGE_MISSING: { readonly file: string }
  /** The page cannot be served at a port. */
  INSPECTOR_UNAVAILABLE: { readonly port: number }
  /** A recording would be written through a symbolic link. */
  RECORDING_IS_LINK: { readonly file: string }
}

/** Creates an error of the inspector. */
export const inspectorError: MakeError<InspectorErrorDetails> = errorsOf<InspectorErrorDetails>()
