#!/usr/bin/env node
import module from 'node:module'

// Node 22.1 and later keep compiled code in a folder of temporary files, by the content of each module and the version of
// Node: the next process need not compile it. NODE_DISABLE_COMPILE_CACHE=1 turns it off. Only what is imported after this
// call is cached.
const { enableCompileCache } = module as { readonly enableCompileCache?: () => unknown }
enableCompileCache?.()
await import('./start.ts')
