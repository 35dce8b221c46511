import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CodeMessage, messagesOf } from '../../packages/repo-checks/src/code-messages.ts'
import { type Code, errorCodes, noticeCodes } from '../../packages/repo-checks/src/codes.ts'
import { repository } from './links.ts'

/** The most messages that a page shows of one code. */
const most = 6

/** Writes a page for each code of an error or notice. */
export async function writeErrorPages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [code, text] of errorPages()) await writeFile(join(folder, `${code}.md`), text)
}

/** Returns the pages, by code. A code that several packages have is one page. */
export function errorPages(): ReadonlyMap<string, string> {
  const [errors, notices] = [byCode(errorCodes()), byCode(noticeCodes())]
  return new Map([
    ...Array.from(notices, ([code, of]) => [code, page(code, of, noticeExample(code))] as const),
    ...Array.from(errors, ([code, of]) => [code, page(code, of, errorExample(code))] as const),
  ])
}

function byCode(all: readonly Code[]): ReadonlyMap<string, readonly Code[]> {
  const groups = new Map<string, Code[]>()
  for (const one of all) groups.set(one.code, [...(groups.get(one.code) ?? []), one])
  return groups
}

function page(code: string, of: readonly Code[], example: string): string {
  const messages = messagesOf(code)
  const parts = [`# \`${code}\``, ...of.map(happened), fixes(messages), shown(code, messages), example]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function happened({ folder, file, what, details }: Code): string {
  const text = what.replace(/\{(\w+)\}/g, '`$1`')
  const fields = details.length > 0 ? ` Details: ${details.map((name) => `\`${name}\``).join(', ')}.` : ''
  return `${text}${fields} In [\`@lamella/${folder}\`](../packages/${folder}.md), [source](${repository}/blob/main/${file}).`
}

function fixes(messages: readonly CodeMessage[]): string {
  const needsNothing = messages.length > 0 && messages.every(({ fix }) => fix === '')
  if (needsNothing) return ''
  const known = [...new Set(messages.map(({ fix }) => fix).filter(Boolean))].slice(0, most)
  const list = known.map((fix) => `- ${marked(fix)}`)
  const rest = 'The message says it for the case at hand; its field `fix` has the sentence alone.'
  return `## How to fix it\n\n${list.length > 0 ? list.join('\n') : rest}`
}

/** Marks inserted values and code, so that nothing in a sentence is read as Markdown. */
function marked(text: string): string {
  const plain = text.replace(/[\\`*_<>[\]|]/g, (sign) => (sign === '`' ? '' : `\\${sign}`))
  return plain.replace(/\{(\w+)\}/g, '*$1*')
}

function shown(code: string, messages: readonly CodeMessage[]): string {
  if (messages.length === 0) return ''
  const lines = messages.slice(0, most).map(({ what, fix }) => [what, fix, `[${code}]`].filter(Boolean).join(' '))
  return `## What it looks like\n\nWords in braces stand for values of your program.\n\n\`\`\`text\n${lines.join('\n\n')}\n\`\`\``
}

function errorExample(code: string): string {
  return `## Handle it

\`\`\`ts
import { isLamellaError } from '@lamella/core'

export function handle(error: unknown): void {
  if (!isLamellaError(error, '${code}')) throw error // not for us
  const { what, fix, details } = error
  console.error(what, fix, details)
}
\`\`\`

[All codes](../error-codes.md)`
}

function noticeExample(code: string): string {
  return `## See it

A notice does not end the build.

\`\`\`ts
import type { Context } from '@lamella/core'

export function hasIt({ report }: Context<string>): boolean {
  return Object.values(report.layers).some((layer) => layer?.notices?.some((notice) => notice.code === '${code}'))
}
\`\`\`

[All codes](../error-codes.md)`
}
