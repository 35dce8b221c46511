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
${errorCodes().map(errorRow).join('\n')}

## Types

In TypeScript, these say what the codes of a package are, and what \`error.details\` has for each:

| package | types |
|---|---|
${typeRows().join('\n')}

## Notices

| code | package | what happened |
|---|---|---|
${noticeCodes().map(noticeRow).join('\n')}
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

function errorRow(one: Code): string {
  const details = one.details.map((name) => `\`${name}\``).join(', ')
  return `| \`${one.code}\` | ${one.folder} | ${cell(one.what)} | ${details} |`
}

function noticeRow(one: Code): string {
  return `| \`${one.code}\` | ${one.folder} | ${cell(one.what)} |`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
