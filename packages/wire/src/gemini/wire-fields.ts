import { camelOf, metaFields } from './part-kinds.ts'

/** Fields of data that have no place in a canonical part. Source: types of @google/genai, `Blob`, `FunctionCall` and so on. */
const dataFields: readonly string[] = ['displayName', 'willContinue', 'partialArgs', 'scheduling']

/** Whether a field may stand in a part. Others are refused: "Unknown name \"timestamp\" ... Cannot find field." (400). */
export function isPartField(name: string): boolean {
  return metaFields.includes(camelOf(name))
}

/** Whether a field may stand in the data of a part. */
export function isDataField(name: string): boolean {
  return dataFields.includes(camelOf(name))
}
