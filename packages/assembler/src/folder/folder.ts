import type { Layer, Scope } from '@lamella/core'
import type { AssemblyNeeds } from '../assembly/inputs.ts'

/** An instruction folder, as an assembler uses it. */
export interface Folder {
  /** Returns its layers. The folder is opened on the first call. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  layers(): Promise<readonly Layer<string, AssemblyNeeds>[]>
  /** Returns a value that stays equal as long as the layers' output would. @throws LamellaError `WORKSPACE_NOT_FOUND` */
  state(scope: Scope, now: Date): Promise<unknown>
}
