import type { SessionKind } from '@lamella/core'
import type { ScopeOptions } from '../scope-options.ts'

/** The parsed options of `mcp`, and the version that clients see. */
export interface McpOptions extends ScopeOptions {
  readonly kind: SessionKind
  readonly sessions?: string
  readonly docs?: true
  readonly allowWrite?: true
  readonly http?: true
  readonly port: number
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly window: number
  readonly version: string | undefined
}
