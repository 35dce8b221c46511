import type { MessageFormat } from './contract/message-format.ts'

/** What each error of the core tells beside its message. Plugins have codes of their own. */
export interface ErrorDetails {
  /** A build, a search or another call was aborted by its signal. */
  ABORTED: object
  /** A block is not at the revision that was expected. */
  BLOCK_CONFLICT: { readonly id: string; readonly expected: number; readonly actual: number }
  /** The scope has a block of that id or of that label already. The details are of the one that is there. */
  BLOCK_EXISTS: { readonly id: string; readonly label: string }
  /** There is no block of that id. */
  BLOCK_MISSING: { readonly id: string }
  /** The scope has no access, or no write access, to a block of another owner. */
  BLOCK_NOT_SHARED: { readonly id: string }
  /** A window, a reserve or a layer's size is not usable. */
  BUDGET_INVALID: { readonly value: unknown }
  /** Pinned fragments, tools and framing alone are larger than the window. */
  CONTEXT_OVERFLOW: {
    readonly window: number
    /** A build with this window works. */
    readonly smallestWindow: number
    readonly pinned: number
    readonly tools: number
    readonly framing: number
    readonly reserve: number
    readonly largest: readonly { readonly layer: string; readonly fragment: string; readonly tokens: number }[]
  }
  /** A line of an exported session is not what it should be, or lines are missing. Lines are counted from 1. */
  IMPORT_INVALID: { readonly line: number; readonly problem: string }
  /** Two layers of one name. */
  LAYER_DUPLICATE: { readonly layer: string }
  /** A layer's `load` or `compose` threw. */
  LAYER_FAILED: { readonly layer: string }
  /** A layer's definition is wrong. */
  LAYER_INVALID: { readonly layer: string; readonly key: string }
  /** What a layer loaded is not what the contract says. */
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
  /** A message is not as the contract says: one of another format, or with something missing. */
  MESSAGE_INVALID: {
    /** Where, such as `session[3].content[1].toolName`. */
    readonly path: string
    readonly problem: string
    /** Whose messages they look like, if anything tells. */
    readonly format: MessageFormat | undefined
  }
  /** An entry of a memory is not at the revision that was expected. */
  MEMORY_CONFLICT: { readonly id: string; readonly expected: number; readonly actual: number }
  /** A ranker did not give one finite score for each document. */
  RANKER_INVALID: { readonly ranker: string }
  /** A setting or a request of a build is wrong. */
  REQUEST_INVALID: { readonly key: string }
  /** The scope has no tenant, or a field that is not text. */
  SCOPE_INVALID: { readonly key: string }
  /** A layer, a memory or a session was made for another tenant, user or agent than the request's. */
  SCOPE_MISMATCH: { readonly what: string; readonly key: 'tenant' | 'user' | 'agent' }
  /** A session is not at the revision that was expected. */
  SESSION_CONFLICT: { readonly session: string; readonly expected: number; readonly actual: number }
  /** What a store holds of a session is damaged, and it cannot go on by itself. */
  SESSION_DAMAGED: { readonly session: string }
  /** A session of that id is there already. */
  SESSION_EXISTS: { readonly session: string }
  /** There is no session of that id. */
  SESSION_MISSING: { readonly session: string }
  /** An id or a value cannot be kept as it is. */
  STORE_VALUE_INVALID: { readonly what: string; readonly problem: string }
  /** A tokenizer threw or gave something that is not a whole number. */
  TOKENIZER_FAILED: { readonly tokenizer: string }
  /** A tool call without result, or a result without call, where the declared policy is `fail`. */
  TOOL_PAIR_BROKEN: { readonly layer: string; readonly fragment: string; readonly toolCallId: string }
  /** A tool's `inputSchema` is a schema object whose JSON Schema cannot be had. */
  TOOL_SCHEMA_INVALID: { readonly tool: string | undefined; readonly vendor: string | undefined }
}

/** Codes of the core. */
export type ErrorCode = keyof ErrorDetails

/** What an error is made of. */
export interface ErrorInit<Code extends string> {
  readonly code: Code
  /** What happened, one sentence. */
  readonly message: string
  /** How to fix it, one sentence. */
  readonly fix: string
  readonly details: Code extends ErrorCode ? ErrorDetails[Code] : object
  readonly cause?: unknown
}

const brand = Symbol.for('lamella.error')

/**
 * The one error class of Lamella and its plugins: a code to branch on, typed details, and a message that says what
 * happened and how to fix it. Recognise it with `isLamellaError`, which also works across copies of this package.
 */
export class LamellaError<Code extends string = string> extends Error {
  override readonly name = 'LamellaError'
  readonly code: Code
  /** What happened: the message without the fix and the code. */
  readonly summary: string
  readonly fix: string
  readonly details: ErrorInit<Code>['details']

  constructor(init: ErrorInit<Code>) {
    super(`${init.message} ${init.fix} [${init.code}]`, init.cause === undefined ? undefined : { cause: init.cause })
    this.code = init.code
    this.summary = init.message
    this.fix = init.fix
    this.details = init.details
    // Found by `isLamellaError` in errors of other copies of this package, too.
    Object.defineProperty(this, brand, { value: true })
  }
}

/**
 * Whether a thrown value is a `LamellaError`, of the given code if there is one.
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

/** Makes errors whose details fit their code. */
export type MakeError<Details extends object> = <Code extends keyof Details & string>(
  code: Code,
  message: string,
  fix: string,
  details: Details[Code],
  cause?: unknown,
) => LamellaError<Code>

/**
 * The error function of a plugin, whose codes and details are those of a map of its own.
 *
 * @example
 * interface MailErrorDetails {
 *   MAILBOX_GONE: { readonly mailbox: string }
 * }
 * const mailError = errorsOf<MailErrorDetails>()
 * throw mailError('MAILBOX_GONE', 'There is no mailbox "in".', 'Name one that is there.', { mailbox: 'in' })
 */
export function errorsOf<Details extends object>(): MakeError<Details> {
  return <Code extends keyof Details & string>(
    code: Code,
    message: string,
    fix: string,
    details: Details[Code],
    cause?: unknown,
  ) => {
    // The class knows the details of the core's codes only, and takes a plain object for every other.
    return new LamellaError<Code>({ code, message, fix, details, cause } as unknown as ErrorInit<Code>)
  }
}
