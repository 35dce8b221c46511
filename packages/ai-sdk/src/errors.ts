import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface AiSdkErrorDetails {
  /** The window of the model is not known, and no option says it. */
  WINDOW_REQUIRED: { readonly model: string | undefined }
}

/** Creates an error of this package. */
export const aiSdkError: MakeError<AiSdkErrorDetails> = errorsOf<AiSdkErrorDetails>()
