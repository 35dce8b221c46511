import { findModel } from './built-in.ts'

/**
 * Checks whether a model is known to bind its thinking to everything before it: the feature `preserved-thinking`. `false`
 * for a model that is not in the table, or has no name.
 */
export function bindsThinking(name: string | undefined): boolean {
  return name !== undefined && findModel(name)?.features.includes('preserved-thinking') === true
}
