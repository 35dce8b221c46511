import { type ErrorCode, type ErrorDetails, type ErrorInit, LamellaError } from '@lamella/core'

function storeError<Code extends ErrorCode>(
  code: Code,
  what: string,
  fix: string,
  details: ErrorDetails[Code],
): LamellaError<Code> {
  return new LamellaError<Code>({ code, what, fix, details } as unknown as ErrorInit<Code>)
}

/**
 * Creates the error for a value that a store cannot keep or search for.
 *
 * @param problem The end of a sentence that begins with `what`, without a full stop.
 */
export function valueInvalid(
  what: string,
  problem: string,
  fix = "Pass a value that the store's contract accepts.",
): LamellaError<'STORE_VALUE_INVALID'> {
  return storeError('STORE_VALUE_INVALID', `${what} ${problem}.`, fix, { what, problem })
}

/**
 * Checks that something is at the revision that its writer expects.
 *
 * @param expected `undefined`: any.
 * @param actual Default 0: it does not exist.
 * @throws LamellaError `SESSION_CONFLICT`, `MEMORY_CONFLICT`, `BLOCK_CONFLICT`
 */
export function mustBeAt(kind: Kind, id: string, expected: number | undefined, actual = 0): void {
  if (expected !== undefined && expected !== actual) throw conflicts[kind](id, expected, actual)
}

/** What has a revision. */
type Kind = 'session' | 'memory' | 'block'

const conflicts: Readonly<Record<Kind, (id: string, expected: number, actual: number) => LamellaError>> = {
  session: sessionConflict,
  memory: memoryConflict,
  block: blockConflict,
}

/** Creates the error for a session that is not at its writer's revision. */
export function sessionConflict(session: string, expected: number, actual: number): LamellaError<'SESSION_CONFLICT'> {
  const what = `Session ${JSON.stringify(session)} is at revision ${actual}, not ${expected}.`
  const fix = 'Read what was added meanwhile, and retry with the new revision.'
  return storeError('SESSION_CONFLICT', what, fix, { session, expected, actual })
}

/** Creates the error for a missing session. */
export function sessionMissing(session: string): LamellaError<'SESSION_MISSING'> {
  const what = `This scope has no session ${JSON.stringify(session)}.`
  return storeError('SESSION_MISSING', what, 'Append to it first, or list existing sessions with list().', { session })
}

/** Creates the error for a session that already exists. */
export function sessionExists(session: string): LamellaError<'SESSION_EXISTS'> {
  const what = `This scope already has a session ${JSON.stringify(session)}.`
  return storeError('SESSION_EXISTS', what, 'Choose another id, or delete that session first.', { session })
}

/**
 * Creates the error for a session with too little readable data to continue.
 *
 * @param what The problem, as the end of a sentence.
 */
export function sessionDamaged(session: string, what: string, fix: string): LamellaError<'SESSION_DAMAGED'> {
  return storeError('SESSION_DAMAGED', `Session ${JSON.stringify(session)} ${what}.`, fix, { session })
}

/** Creates the error for a blob whose content is not whole. */
export function blobDamaged(session: string, id: string): LamellaError<'BLOB_DAMAGED'> {
  const what = `Session ${JSON.stringify(session)} has the blob ${id}, but its content is damaged or missing.`
  const fix = 'Put the same content again, or restore it from a backup.'
  return storeError('BLOB_DAMAGED', what, fix, { session, id })
}

/** Creates the error for an entry that is not at its writer's revision. */
export function memoryConflict(id: string, expected: number, actual: number): LamellaError<'MEMORY_CONFLICT'> {
  const what = `Memory ${JSON.stringify(id)} is at revision ${actual}, not ${expected}.`
  return storeError('MEMORY_CONFLICT', what, 'Read it again, and retry with its revision.', { id, expected, actual })
}

/** Creates the error for a block that is not at its writer's revision. */
export function blockConflict(id: string, expected: number, actual: number): LamellaError<'BLOCK_CONFLICT'> {
  const what = `Block ${JSON.stringify(id)} is at revision ${actual}, not ${expected}.`
  const fix = 'Read its new changes, and retry with its revision.'
  return storeError('BLOCK_CONFLICT', what, fix, { id, expected, actual })
}

/** Creates the error for a block whose id or label is taken. `there` is the existing block. */
export function blockExists(there: { readonly id: string; readonly label: string }): LamellaError<'BLOCK_EXISTS'> {
  const { id, label } = there
  const what = `This scope already has a block ${JSON.stringify(id)} labelled ${JSON.stringify(label)}.`
  return storeError('BLOCK_EXISTS', what, 'Use the existing block, or choose another id and label.', { id, label })
}

/** Creates the error for a missing block. */
export function blockMissing(id: string): LamellaError<'BLOCK_MISSING'> {
  const what = `This scope has no block ${JSON.stringify(id)}.`
  return storeError('BLOCK_MISSING', what, 'Create it first, or look up existing blocks with find() or list().', { id })
}

/**
 * Creates the error for another owner's block that a scope may not write. It does not reveal whether the block exists.
 */
export function notShared(id: string): LamellaError<'BLOCK_NOT_SHARED'> {
  const what = `This scope has no write access to the block ${JSON.stringify(id)} of that owner.`
  const fix = 'Check listShared() for shared blocks, or ask the owner to share it.'
  return storeError('BLOCK_NOT_SHARED', what, fix, { id })
}
