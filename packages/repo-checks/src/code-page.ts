import { exportsOf } from './api/exports.ts'
import { type Code, errorCodes, noticeCodes } from './codes.ts'
import { entries } from './source-entries.ts'

/** Builds `docs/error-codes.md` from the sources. */
export function codePage(): string {
  return `# Error and notice codes

<!-- Generated from the sources by \`pnpm docs:generate\`. Do not edit. -->

An **error** ends a build, or the call that threw it. Every error of Lamella is a \`LamellaError\` with one of these codes,
a message that says what happened and how to fix it, and details. Check for one with \`isLamellaError(error, code)\`.

A **notice** does not end the build. It is in \`report.layers[name].notices\`, and observers receive it.

## Errors

| code | package | what happened | details |
|---|---|---|---|
${merged(errorCodes()).map(errorRow).join('\n')}

## Types

In TypeScript, these say what the codes of a package are, and what \`error.details\` has for each:

| package | types |
|---|---|
${typeRows().join('\n')}

## Notices

| code | package | what happened |
|---|---|---|
${merged(noticeCodes()).map(noticeRow).join('\n')}
`
}

/** The exported types of codes and details, by package. */
function typeRows(): readonly string[] {
  const names = new Map<string, Set<string>>()
  for (const entry of entries)
    for (const { name } of exportsOf(entry))
      if (/(ErrorCode|NoticeCode|ErrorDetails|NoticeDetails)$/.test(name))
        names.set(entry.folder, (names.get(entry.folder) ?? new Set()).add(name))
  return [...names].map(([folder, own]) => `| ${folder} | ${[...own].map((name) => `\`${name}\``).join(', ')} |`)
}

/** One row for a code that means the same in several packages. */
function merged(codes: readonly Code[]): readonly Code[] {
  const rows = new Map<string, Code>()
  for (const one of codes) {
    const key = JSON.stringify([one.code, one.what, one.details])
    const known = rows.get(key)
    rows.set(key, known ? { ...known, folder: `${known.folder}, ${one.folder}` } : one)
  }
  return [...rows.values()]
}

function errorRow(one: Code): string {
  return `| \`${one.code}\` | ${one.folder} | ${cell(one.what)} | ${one.details.join(', ')} |`
}

function noticeRow(one: Code): string {
  return `| \`${one.code}\` | ${one.folder} | ${cell(one.what)} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
