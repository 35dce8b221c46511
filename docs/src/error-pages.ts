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
    ...Array.from(errors, ([code, of]) => [code, page(code, of, errorExample(code, of))] as const),
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

function happened({ folder, file, what }: Code): string {
  const text = what.replace(/\{(\w+)\}/g, '`$1`')
  return `${text} In [\`@lamella/${folder}\`](../packages/${folder}.md), [source](${repository}/blob/main/${file}).`
}

function fixes(messages: readonly CodeMessage[]): string {
  const known = [...new Set(messages.map(({ fix }) => fix).filter(Boolean))].slice(0, most)
  const list = known.map((fix) => `- ${marked(fix)}`)
  const rest = 'The message says it for the case at hand; `error.fix` has the sentence alone.'
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

function errorExample(code: string, of: readonly Code[]): string {
  const fields = [...new Set(of.flatMap(({ details }) => details))]
  const read =
    fields.length > 0 ? `\n  console.error({ ${fields.map((name) => `${name}: details.${name}`).join(', ')} })` : ''
  const names = fields.length > 0 ? 'what, fix, details' : 'what, fix'
  const type = of[0]?.folder === 'core' ? '' : detailsType(fields)
  return `## Handle it

\`\`\`ts
import { isLamellaError } from '@lamella/core'

export function handle(error: unknown): void {
  if (!isLamellaError(error, '${code}')) throw error // not for us
  const { ${names} } = error${type}
  console.error(what, fix)${read}
}
\`\`\`

[All codes](../error-codes.md)`
}

/** Codes of plugins are not known to the types of the core. */
function detailsType(fields: readonly string[]): string {
  if (fields.length === 0) return ''
  return ` as typeof error & { details: { ${fields.map((name) => `${name}: unknown`).join('; ')} } }`
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
