import { loadDocument } from '../document/create-document.ts'
import type { LoadOptions, StructuredDocument } from '../document/structured-document.ts'
import type { Place } from './place.ts'
import type { Settings } from './settings.ts'
import type { Found } from './source.ts'

/** Makes the document of a block, for who asks for it. */
export function openDocument(
  { agent, label, sharedFrom }: Place,
  { consent }: Settings,
  { metadata }: Found,
  bytes: Pick<LoadOptions, 'snapshot' | 'updates'>,
): StructuredDocument {
  const { schema, permission, description } = metadata
  return loadDocument({
    ...{ schema, label, permission, agent },
    ...(description === undefined ? {} : { description }),
    ...(sharedFrom === undefined ? {} : { sharedFrom }),
    ...(consent === undefined ? {} : { consent }),
    ...bytes,
  })
}

/** Whether a document is made otherwise by now: with what cannot be changed in one. */
export function isOtherwise(found: Found, before: Found): boolean {
  // Each change of what is known of a block is a revision of it.
  if (found.shared === before.shared && found.info.revision === before.info.revision) return false
  return optionsOf(found) !== optionsOf(before)
}

function optionsOf({ metadata, shared }: Found): string {
  const { schema, permission, description } = metadata
  return JSON.stringify([schema, permission, description, shared])
}
