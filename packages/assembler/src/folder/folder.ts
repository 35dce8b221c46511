import type { Layer, Scope } from '@lamella/core'
import type { AssemblyNeeds } from '../assembly/inputs.ts'

/** A folder of instructions, as an assembler uses it. */
export interface Folder {
  /** Its layers. The folder is opened when they are first asked for. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  layers(): Promise<readonly Layer<string, AssemblyNeeds>[]>
  /** A value that stays equal as long as the layers would say the same. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  state(scope: Scope, now: Date): Promise<unknown>
}

/** Opens something once, and again where that failed. */
export function openOnce<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
