import type { Scope, SourceRequest } from '@lamella/core'

export const scope: Scope = { tenant: 'acme', user: 'anna', kind: 'private' }

export const request: SourceRequest = { signal: new AbortController().signal }
