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

/** What a document is made with, and cannot be changed in it. */
export function optionsOf({ metadata, shared }: Found): string {
  const { schema, permission, description } = metadata
  return JSON.stringify([schema, permission, description, shared])
}
