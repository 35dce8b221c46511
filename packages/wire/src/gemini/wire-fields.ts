import { camelOf, metaFields } from './part-kinds.ts'

/** Data fields without a place in canonical parts. Source: types of @google/genai, `Blob`, `FunctionCall` and so on. */
const dataFields: readonly string[] = ['displayName', 'willContinue', 'partialArgs', 'scheduling']

/**
 * Whether a part may have the field. The API rejects others: "Unknown name \"timestamp\" ... Cannot find field." (400).
 */
export function isPartField(name: string): boolean {
  return metaFields.includes(camelOf(name))
}

/** Whether the data of a part may have the field. */
export function isDataField(name: string): boolean {
  return dataFields.includes(camelOf(name))
}
