import { isRecord } from '../guards.ts'

/** Whether a text is a whole JSON object. A number or a word may be the beginning of a longer one; an object ends. */
export function isJsonObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text))
  } catch {
    return false
  }
}
