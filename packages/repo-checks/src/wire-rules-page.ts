import { loadFormat, type WireFormat, wireFormatNames, wireFormats } from '@lamella/wire/formats'
import type { Rule } from '@lamella/wire/kit'

/** Pages of the API of Amazon Bedrock, which most of its rules name. */
const bedrock = /docs\.aws\.amazon\.com\/bedrock\/latest\/APIReference\/API_runtime_(\w+)\.html/g

/** Builds `docs/wire-rules.md` from the rules themselves. */
export async function wireRulesPage(): Promise<string> {
  const first = new Map<string, string>()
  const formats = await Promise.all(wireFormatNames.map(async (name) => [name, await loadFormat(name)] as const))
  const sections = formats.map(([name, { rules }]) => section(name, rules, first))
  return `# Rules of the wire formats

<!-- Generated from the sources by \`pnpm docs:generate\`. Do not edit. -->

These are the rules that \`validate(format, request)\` of [\`@lamella/wire/validate\`](../packages/wire/README.md) checks;
[formats](formats.md#check-a-request) explains the levels of a violation. Sources: **S** schema or types of the SDK, **R** a recorded
exchange, **I** an issue that quotes the API's own error, **D** the vendor's documentation, **M** from memory of the API's error,
unconfirmed. \`runtime_X\` is the page \`API_runtime_X.html\` of the
[API reference of Bedrock](https://docs.aws.amazon.com/bedrock/latest/APIReference/).

${sections.join('\n\n')}
`
}

/** `first` has the rule that named a source first: the others refer to it. */
function section(format: WireFormat, rules: readonly Rule[], first: Map<string, string>): string {
  const rows = rules.map(({ code, what, source }) => {
    const known = first.get(source)
    if (known === undefined) first.set(source, code)
    const short = source.replace(bedrock, 'runtime_$1')
    const shown = known !== undefined && short.length > 30 ? `as \`${known}\`` : short
    return `| \`${code}\` | ${cell(what)} | ${cell(shown)} |`
  })
  return [`## ${wireFormats[format].title}`, '', '| rule | requirement | source |', '|---|---|---|', ...rows].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
