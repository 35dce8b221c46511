import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface LangChainErrorDetails {
  /** The window of an agent's model is not known, and no option says it. */
  LANGCHAIN_WINDOW_REQUIRED: { readonly model: string | undefined }
}

export const langChainError: MakeError<LangChainErrorDetails> = errorsOf<LangChainErrorDetails>()
