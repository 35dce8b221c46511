import type { Layer, Scope } from '@lamella/core'
import type { AssemblyNeeds } from '../assembly/inputs.ts'

/** A folder of instructions, as an assembler uses it. */
export interface Folder {
  /** Its layers. The folder is opened when they are first asked for. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  layers(): Promise<readonly Layer<string, AssemblyNeeds>[]>
  /** A value that stays equal as long as the layers would say the same. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  state(scope: Scope, now: Date): Promise<unknown>
}
