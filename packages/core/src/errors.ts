import type { LimitName } from './contract/truncation.ts'

/** The details of each error of the core, in addition to its message. Plugins have codes of their own. */
export interface ErrorDetails {
  /** A build, a search or another call was aborted by its signal. */
  ABORTED: object
  /** Part of the content of a blob is missing, or it is not the content that its id names. */
  BLOB_DAMAGED: { readonly session: string; readonly id: string }
  /** A block is not at the expected revision. */
  BLOCK_CONFLICT: { readonly id: string; readonly expected: number; readonly actual: number }
  /** The scope already has a block with that id or label. The details describe the existing block. */
  BLOCK_EXISTS: { readonly id: string; readonly label: string }
  /** No block has this id. */
  BLOCK_MISSING: { readonly id: string }
  /** Another owner's block is not shared with the scope, or not for writing. */
  BLOCK_NOT_SHARED: { readonly id: string }
  /** A window, a reserve or a layer's size is not usable. */
  BUDGET_INVALID: { readonly value: unknown }
  /** Pinned fragments, tools and framing alone are larger than the window. */
  CONTEXT_OVERFLOW: {
    readonly window: number
    /** The smallest window with which the build works. */
    readonly smallestWindow: number
    readonly pinned: number
    readonly tools: number
    readonly framing: number
    readonly reserve: number
    readonly largest: readonly { readonly layer: string; readonly fragment: string; readonly tokens: number }[]
  }
  /** Stored data was written by a newer release, in a format that this one does not read. Nothing was changed. */
  FORMAT_NEWER: {
    /** The kind of data, such as `session file`. */
    readonly format: string
    /** The version that was found. */
    readonly version: number
    /** The newest version that this release reads. */
    readonly known: number
  }
  /** A line of an exported session is invalid, or lines are missing. Lines are counted from 1. */
  IMPORT_INVALID: { readonly line: number; readonly problem: string }
  /** Two layers have the same name. */
  LAYER_DUPLICATE: { readonly layer: string }
  /** A layer's `load` or `compose` threw. */
  LAYER_FAILED: { readonly layer: string }
  /** A layer's definition is wrong. */
  LAYER_INVALID: { readonly layer: string; readonly key: string }
  /** A layer's output violates the contract. */
  LAYER_OUTPUT_INVALID: { readonly layer: string; readonly problem: string }
  /** Pinned fragments of one layer are larger than its maximum. */
  LAYER_OVERFLOW: { readonly layer: string; readonly max: number; readonly pinned: number }
  /** A layer did not load within its deadline. */
  LAYER_TIMEOUT: { readonly layer: string; readonly deadline: number }
  /** A layer's name is not in the registry. */
  LAYER_UNKNOWN: { readonly layer: string; readonly known: readonly string[] }
  /** An option of a plugin's function is wrong, missing or misspelled. */
  OPTION_INVALID: { readonly what: string; readonly option: string }
  /** A truncation policy's steps break its contract. */
  POLICY_INVALID: { readonly layer: string; readonly policy: string; readonly problem: string }
  /** Pinned fragments, or the tools, alone exceed a limit other than the window: bytes, images, tools. */
  LIMIT_OVERFLOW: {
    readonly limit: LimitName
    /** The limit as it was set. */
    readonly value: number
    /** The smallest limit with which the build works. */
    readonly smallest: number
    /** The pinned fragments that take the most of it. */
    readonly largest: readonly { readonly layer: string; readonly fragment: string; readonly amount: number }[]
  }
  /** A message violates the contract: it has another format, or something is missing. */
  MESSAGE_INVALID: {
    /** Where, such as `session[3].content[1].toolName`. */
    readonly path: string
    readonly problem: string
  }
  /** A memory entry is not at the expected revision. */
  MEMORY_CONFLICT: { readonly id: string; readonly expected: number; readonly actual: number }
  /** A ranker did not return one finite score per document. */
  RANKER_INVALID: { readonly ranker: string }
  /** A setting or a request of a build is wrong. */
  REQUEST_INVALID: { readonly key: string }
  /** The session has the answer to this operation. */
  RUN_ANSWERED: { readonly session: string; readonly operation: string }
  /** Calls of the session have no result yet, so the next request has to wait. */
  RUN_CALLS_OPEN: { readonly session: string; readonly calls: readonly string[] }
  /** The run that is kept with a session is not at its writer's version. */
  RUN_CONFLICT: { readonly session: string; readonly expected: number; readonly actual: number }
  /** A run is not one of `context.run`. */
  RUN_INVALID: { readonly path: string; readonly problem: string }
  /** The scope has no tenant, an unknown field or kind, or a field that is not text. */
  SCOPE_INVALID: { readonly key: string }
  /** A layer, a memory or a session was created for another tenant, user or agent than the request's. */
  SCOPE_MISMATCH: { readonly what: string; readonly key: 'tenant' | 'user' | 'agent' }
  /** A session is not at the expected revision. */
  SESSION_CONFLICT: { readonly session: string; readonly expected: number; readonly actual: number }
  /** The stored data of a session is damaged beyond automatic repair. */
  SESSION_DAMAGED: { readonly session: string }
  /** The messages of a host's call hold answers of the model, and do not continue the session. */
  SESSION_DIVERGED: { readonly session: string }
  /** A session with that id already exists. */
  SESSION_EXISTS: { readonly session: string }
  /** No session has this id. */
  SESSION_MISSING: { readonly session: string }
  /** An id or a value cannot be stored unchanged. */
  STORE_VALUE_INVALID: { readonly what: string; readonly problem: string }
  /** A tokenizer threw or returned something that is not a whole number. */
  TOKENIZER_FAILED: { readonly tokenizer: string }
  /** A tool call without result, or a result without call, where the configured policy is `fail`. */
  TOOL_PAIR_BROKEN: { readonly layer: string; readonly fragment: string; readonly toolCallId: string }
  /** A tool's `inputSchema` is a schema object that cannot be converted to JSON Schema. */
  TOOL_SCHEMA_INVALID: { readonly tool: string | undefined; readonly vendor: string | undefined }
}

/** Error codes of the core. */
export type ErrorCode = keyof ErrorDetails

/** The fields that an error is created from. */
export interface ErrorInit<Code extends string> {
  readonly code: Code
  /** What happened, one sentence. */
  readonly what: string
  /** How to fix it, one sentence. */
  readonly fix: string
  readonly details: Code extends ErrorCode ? ErrorDetails[Code] : object
  readonly cause?: unknown
}

const brand = Symbol.for('lamella.error')

/**
 * The only error class of Lamella and its plugins: a code to branch on, typed details, and a message that says what
 * happened and how to fix it. Recognize it with `isLamellaError`, which also works across copies of this package.
 */
export class LamellaError<Code extends string = string> extends Error {
  override readonly name = 'LamellaError'
  readonly code: Code
  /** What happened, one sentence. */
  readonly what: string
  /** How to fix it, one sentence. */
  readonly fix: string
  readonly details: ErrorInit<Code>['details']

  constructor(init: ErrorInit<Code>) {
    super(`${init.what} ${init.fix} [${init.code}]`, init.cause === undefined ? undefined : { cause: init.cause })
    this.code = init.code
    this.what = init.what
    this.fix = init.fix
    this.details = init.details
    // Lets `isLamellaError` also recognize errors of other copies of this package.
    Object.defineProperty(this, brand, { value: true })
  }
}

/**
 * Checks whether a thrown value is a `LamellaError`, of the given code if there is one.
 *
 * @example
 * try {
 *   await builder.build(request)
 * } catch (error) {
 *   if (isLamellaError(error, 'CONTEXT_OVERFLOW')) console.log(error.details.smallestWindow)
 *   else throw error
 * }
 */
export function isLamellaError<Code extends string = string>(value: unknown, code?: Code): value is LamellaError<Code> {
  if (typeof value !== 'object' || value === null || !(brand in value)) return false
  return code === undefined || (value as { readonly code?: unknown }).code === code
}

/** Creates errors whose details match their code. */
export type MakeError<Details extends object> = <Code extends keyof Details & string>(
  code: Code,
  what: string,
  fix: string,
  details: Details[Code],
  cause?: unknown,
) => LamellaError<Code>

/** Creates the errors of the core. */
export function coreError<Code extends ErrorCode>(
  code: Code,
  what: string,
  fix: string,
  details: ErrorDetails[Code],
  cause?: unknown,
): LamellaError<Code> {
  // The class knows only the details of the core's codes, and accepts a plain object for all others.
  return new LamellaError<Code>({ code, what, fix, details, cause } as unknown as ErrorInit<Code>)
}

/**
 * Returns the error function of a plugin with its own map of codes and details.
 *
 * @example
 * interface MailErrorDetails {
 *   MAILBOX_GONE: { readonly mailbox: string }
 * }
 * const mailError = errorsOf<MailErrorDetails>()
 * throw mailError('MAILBOX_GONE', 'There is no mailbox "in".', 'Name one that is there.', { mailbox: 'in' })
 */
export function errorsOf<Details extends object>(): MakeError<Details> {
  return coreError as unknown as MakeError<Details>
}
