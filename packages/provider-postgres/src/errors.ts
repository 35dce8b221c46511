import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface PostgresErrorDetails {
  /** The embedder threw, or did not return one vector per text. */
  EMBEDDER_FAILED: { readonly embedder: string }
  /** The owner has vectors of an embedder with that name, but with another number of dimensions. */
  EMBEDDER_MISMATCH: { readonly embedder: string; readonly dimensions: number; readonly kept: number }
  /** The stores were used after they were closed. */
  POSTGRES_CLOSED: object
  /** The role lacks a right on the schema or its tables. */
  POSTGRES_DENIED: { readonly sqlstate: string }
  /** PostgreSQL reported another error, such as a cancelled statement. Nothing was changed. */
  POSTGRES_FAILED: { readonly sqlstate: string }
  /** The schema is missing or was migrated by an earlier version, and `migrate` is `false`. */
  POSTGRES_OUTDATED: { readonly version: number; readonly known: number }
  /** No connection of the pool became free in time. Nothing was sent. */
  POSTGRES_POOL_EXHAUSTED: { readonly waited: number }
  /**
   * The server cannot be reached, or the connection broke. `sent`: whether the statement had been sent, so that the
   * change may have been made; retry it with the same operation id.
   */
  POSTGRES_UNAVAILABLE: { readonly sent: boolean; readonly sqlstate: string | undefined }
  /** The server or its database cannot be used: too old, not in UTF-8, or without pgvector where that is needed. */
  POSTGRES_UNSUPPORTED: { readonly problem: string }
  /** The function that returns the speaker of a message threw. */
  SPEAKER_FAILED: object
  /** The disk of the server is full. Nothing was changed. */
  STORE_FULL: { readonly reason: string }
}

/** Codes of the errors that this package throws. */
export type PostgresErrorCode = keyof PostgresErrorDetails

/** Creates an error of this package. */
export const postgresError: MakeError<PostgresErrorDetails> = errorsOf<PostgresErrorDetails>()
