import type { Scope } from '@lamella/core'
import type { SourceRequest } from '@lamella/core/plugin'

export const scope: Scope = { tenant: 'acme', user: 'anna', kind: 'private' }

export const request: SourceRequest = { signal: new AbortController().signal }
