import { checkOptions, escapeAttribute, escapeReservedTags, isObject, mustBeBoolean } from '@lamella/core/plugin'
import { badValue } from '../document/check-value.ts'
import {
  isMemoryPermission,
  type MemoryPermission,
  memoryPermissions,
  permissionText,
} from '../permissions/permission.ts'
import { labelProblem } from './label.ts'

/** A block to render, such as a document with its `content`. */
export interface RenderableBlock {
  readonly label: string
  readonly permission: MemoryPermission
  readonly description?: string | undefined
  /** The owner of a shared block. */
  readonly sharedFrom?: string | undefined
  /** From `document.render()`. */
  readonly content: string
}

/** Options of `renderBlock`. */
export interface RenderBlockOptions {
  /** Shows the name of a permission, such as `ReadWrite`, instead of `Read, Append, Write`. Default false. */
  readonly shortPermissions?: boolean
}

/**
 * Renders a block for the model: its content between tags that state its permission. The content cannot close the tag or open
 * another.
 *
 * @throws LamellaError `BLOCK_VALUE_INVALID` for an invalid label, permission or text; `OPTION_INVALID`
 * @example
 * renderBlock({ label: 'notes', permission: 'Append', content: 'Ada likes tea.' })
 * // <block:notes permission="Append Only">
 * // Ada likes tea.
 * // </block:notes>
 */
export function renderBlock(block: RenderableBlock, options: RenderBlockOptions = {}): string {
  checkOptions('renderBlock', options, { shortPermissions: mustBeBoolean })
  if (!isObject(block)) throw badValue('block', 'must be a block')
  const { label, permission, description = '', sharedFrom, content } = block
  const problem = labelProblem(label)
  if (problem !== undefined) throw badValue('label', problem)
  if (!isMemoryPermission(permission)) throw badValue('permission', `must be one of ${memoryPermissions.join(', ')}`)
  for (const [what, text] of Object.entries({ content, description, sharedFrom: sharedFrom ?? '' })) {
    if (typeof text !== 'string') throw badValue(what, 'must be a text')
  }
  const permissionShown = options.shortPermissions === true ? permission : permissionText(permission)
  const from = sharedFrom === undefined ? '' : ` shared_from="${escapeAttribute(sharedFrom)}"`
  // Escaped together, because a `<` at the end of the description would precede the content.
  const body = escapeReservedTags(description === '' ? content : `${description}\n\n${content}`)
  return `<block:${label} permission="${escapeAttribute(permissionShown)}"${from}>\n${body}\n</block:${label}>`
}

/**
 * Adds a line to content that is over its limit, so that its reader can shorten it. Limits are soft: nothing is cut.
 *
 * @param limit Characters (UTF-16 units). Without a limit, the content stays unchanged.
 * @example
 * withLimitMark('0123456789', 4) // '0123456789\n[6 characters over the limit of 4]'
 */
export function withLimitMark(content: string, limit: number | undefined): string {
  const over = limit === undefined ? 0 : content.length - limit
  return over <= 0 ? content : `${content}\n[${over} characters over the limit of ${limit}]`
}
