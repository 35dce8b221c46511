import { LamellaError } from '../../errors.ts'

/** The error for a session that is not at the revision its writer has seen. */
export function sessionConflict(session: string, expected: number, actual: number): LamellaError<'SESSION_CONFLICT'> {
  return new LamellaError({
    code: 'SESSION_CONFLICT',
    what: `Session ${JSON.stringify(session)} is at revision ${actual}, not ${expected}.`,
    fix: 'Read what was added meanwhile, and try again with the revision that it has now.',
    details: { session, expected, actual },
  })
}

/** The error for a session that must be there. */
export function sessionMissing(session: string): LamellaError<'SESSION_MISSING'> {
  return new LamellaError({
    code: 'SESSION_MISSING',
    what: `There is no session ${JSON.stringify(session)} in this scope.`,
    fix: 'Append to it first, or look with list() for those that are there.',
    details: { session },
  })
}

/** The error for a session that must not be there. */
export function sessionExists(session: string): LamellaError<'SESSION_EXISTS'> {
  return new LamellaError({
    code: 'SESSION_EXISTS',
    what: `There is a session ${JSON.stringify(session)} in this scope already.`,
    fix: 'Choose another id, or delete that session first.',
    details: { session },
  })
}

/**
 * The error for a session of which a store does not know enough to go on.
 *
 * @param what What is wrong with it, as the end of a sentence.
 */
export function sessionDamaged(session: string, what: string, fix: string): LamellaError<'SESSION_DAMAGED'> {
  return new LamellaError({
    code: 'SESSION_DAMAGED',
    what: `Session ${JSON.stringify(session)} ${what}.`,
    fix,
    details: { session },
  })
}

/** The error for an entry that is not at the revision its writer has seen. */
export function memoryConflict(id: string, expected: number, actual: number): LamellaError<'MEMORY_CONFLICT'> {
  return new LamellaError({
    code: 'MEMORY_CONFLICT',
    what: `Memory ${JSON.stringify(id)} is at revision ${actual}, not ${expected}.`,
    fix: 'Read what it says now, and try again with the revision that it has.',
    details: { id, expected, actual },
  })
}

/** The error for a block that is not at the revision its writer has seen. */
export function blockConflict(id: string, expected: number, actual: number): LamellaError<'BLOCK_CONFLICT'> {
  return new LamellaError({
    code: 'BLOCK_CONFLICT',
    what: `Block ${JSON.stringify(id)} is at revision ${actual}, not ${expected}.`,
    fix: 'Read what is new in it, and try again with the revision that it has.',
    details: { id, expected, actual },
  })
}

/** The error for a block whose id or label another one has. `there` is that one. */
export function blockExists(there: { readonly id: string; readonly label: string }): LamellaError<'BLOCK_EXISTS'> {
  const { id, label } = there
  return new LamellaError({
    code: 'BLOCK_EXISTS',
    what: `There is a block ${JSON.stringify(id)} labelled ${JSON.stringify(label)} in this scope already.`,
    fix: 'Use that one, or choose an id and a label that no other block of the scope has.',
    details: { id, label },
  })
}

/** The error for a block that must be there. */
export function blockMissing(id: string): LamellaError<'BLOCK_MISSING'> {
  return new LamellaError({
    code: 'BLOCK_MISSING',
    what: `There is no block ${JSON.stringify(id)} in this scope.`,
    fix: 'Create it first, or look with find() or list() for those that are there.',
    details: { id },
  })
}

/** The error for a block of somebody else that a scope may not write. It does not tell whether there is one. */
export function notShared(id: string): LamellaError<'BLOCK_NOT_SHARED'> {
  return new LamellaError({
    code: 'BLOCK_NOT_SHARED',
    what: `This scope has no write access to the block ${JSON.stringify(id)} of that owner.`,
    fix: 'Look with listShared() for what is shared, or let its owner share it.',
    details: { id },
  })
}
