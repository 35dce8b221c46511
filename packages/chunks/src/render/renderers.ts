import type { Notice } from '@lamella/core'
import { type Check, isObject } from '@lamella/core/plugin'
import type { ContextMessageRole, MemoryChunk } from '../contract/chunk.ts'
import type { IChunkRenderer } from '../contract/renderer.ts'
import { mendMarkup } from '../xml/mend-markup.ts'
import { xmlProblem } from '../xml/well-formed.ts'
import { renderChunk, roleOfChunk } from './render-chunk.ts'

/** A rendered chunk, ready for a message. */
export interface Rendered {
  readonly role: ContextMessageRole
  readonly text: string
  /** Whether a custom renderer wrote it. */
  readonly isCustom: boolean
}

/** The renderers of one build, and their failures. */
export interface Renderers {
  render(chunk: MemoryChunk): Rendered
  /** Returns one notice per problem, with the number of chunks. */
  notices(): readonly Notice[]
}

interface Trouble {
  readonly code: 'RENDERER_FAILED' | 'RENDERER_OUTPUT_INVALID' | 'RENDERER_OUTPUT_ESCAPED'
  readonly renderer: string
  readonly problem: string
  readonly chunk: string
  count: number
}

const roles: readonly unknown[] = ['system', 'user', 'assistant']

export const mustBeRenderer: Check = (value) =>
  typeof value === 'object' && value !== null && methods.every((method) => isMethod(value, method))
    ? undefined
    : `must be an object with the methods ${methods.join(', ')}`

const methods = ['canRender', 'getRole', 'render'] as const

function isMethod(value: object, method: string): boolean {
  return typeof (value as Readonly<Record<string, unknown>>)[method] === 'function'
}

/**
 * Tries custom renderers in turn, then the built-in ones. If one throws or does not return text, the next renderer
 * writes the chunk. Output that would break the structure of a message is escaped and keeps the tag and the role that
 * the renderer chose.
 */
export function createRenderers(custom: readonly IChunkRenderer[]): Renderers {
  const troubles = new Map<string, Trouble>()
  const note = (code: Trouble['code'], index: number, problem: string, chunk: string): undefined => {
    // Messages may differ from chunk to chunk; only the first is reported.
    const key = `${index} ${code}`
    const known = troubles.get(key)
    if (known) known.count++
    else troubles.set(key, { code, renderer: nameOf(custom[index], index), problem, chunk, count: 1 })
  }
  const ask = (renderer: IChunkRenderer, index: number, chunk: MemoryChunk): Rendered | undefined => {
    let method: (typeof methods)[number] = 'canRender'
    try {
      const can: unknown = renderer.canRender(chunk)
      if (can === false || can === undefined) return undefined
      const bad = (problem: string): undefined => note('RENDERER_OUTPUT_INVALID', index, problem, chunk.id)
      if (can !== true) return bad('canRender returned a value other than true or false')
      method = 'getRole'
      const role: unknown = renderer.getRole(chunk)
      if (!roles.includes(role)) return bad(`getRole returned a value other than ${roles.join(', ')}`)
      method = 'render'
      const text: unknown = renderer.render(chunk)
      if (typeof text !== 'string') return bad('render returned a value that is not a string')
      const problem = xmlProblem(text)
      if (problem !== undefined) note('RENDERER_OUTPUT_ESCAPED', index, `the output of render ${problem}`, chunk.id)
      const mended = problem === undefined ? text : mendMarkup(text)
      return { role: role as ContextMessageRole, text: mended, isCustom: true }
    } catch (error) {
      return note('RENDERER_FAILED', index, `${method} threw ${messageOf(error)}`, chunk.id)
    }
  }
  return {
    render: (chunk) => {
      for (const [index, renderer] of custom.entries()) {
        const rendered = ask(renderer, index, chunk)
        if (rendered) return rendered
      }
      return { role: roleOfChunk(chunk), text: renderChunk(chunk), isCustom: false }
    },
    notices: () => Array.from(troubles.values(), noticeOf),
  }
}

function noticeOf({ code, renderer, problem, chunk, count }: Trouble): Notice {
  const others = count === 1 ? '' : ` and ${count - 1} more`
  const next = 'The next renderer wrote it.'
  if (code === 'RENDERER_OUTPUT_ESCAPED') {
    return {
      code: 'RENDERER_OUTPUT_ESCAPED',
      what: `Renderer '${renderer}', chunk '${chunk}'${others}: ${problem}. The output is kept, with the invalid parts escaped. Escape texts with escapeText and attribute values with escapeAttribute.`,
    }
  }
  return code === 'RENDERER_FAILED'
    ? { code: 'RENDERER_FAILED', what: `Renderer '${renderer}', chunk '${chunk}'${others}: ${problem}. ${next}` }
    : {
        code: 'RENDERER_OUTPUT_INVALID',
        what: `Renderer '${renderer}', chunk '${chunk}'${others}: ${problem}. ${next}`,
      }
}

/** Returns the renderer's own name, its class name, or its number. */
function nameOf(renderer: IChunkRenderer | undefined, index: number): string {
  try {
    const { name, constructor: made } = renderer as { readonly name?: unknown; readonly constructor?: unknown }
    if (typeof name === 'string' && name !== '') return name
    const { name: className } = made as { readonly name?: unknown }
    if (typeof className === 'string' && className !== '' && className !== 'Object') return className
  } catch {
    // Treat a throwing getter as a missing name.
  }
  return `number ${index + 1}`
}

function messageOf(error: unknown): string {
  const message: unknown = isObject(error) ? error['message'] : undefined
  return typeof message === 'string' ? `'${message.slice(0, 200)}'` : 'something'
}
