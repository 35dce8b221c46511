import { type WireFormat, wireFormatNames, wireFormats } from '@lamella/wire/formats'
import { type Rule, wireRules } from '@lamella/wire/validate'

/** Builds `docs/wire-rules.md` from the rules themselves. */
export function wireRulesPage(): string {
  const sections = wireFormatNames.map((format) => section(format, wireRules[format]))
  return `# Rules of the wire formats

<!-- Generated from the sources by \`pnpm docs:generate\`. Do not edit. -->

These are the rules that \`validate(format, request)\` of [\`@lamella/wire/validate\`](../packages/wire/README.md) checks. The level
of a violation says what becomes of the request. \`error\`: the API answers 400. \`model\`: some models do, and the request does not say
whether this one does. \`server\`: the API accepts it, but older versions, gateways or compatible servers refuse or misread it. \`ignored\`: the API
accepts it, and leaves that part out. Sources: **S** schema or types of the SDK, **R** a recorded exchange, **I** an issue that
quotes the API's own error, **D** the vendor's documentation, **M** from memory of the API's error, unconfirmed.

${sections.join('\n\n')}
`
}

function section(format: WireFormat, rules: readonly Rule[]): string {
  const rows = rules.map(({ code, what, source }) => `| \`${code}\` | ${cell(what)} | ${cell(source)} |`)
  return [`## ${wireFormats[format].title}`, '', '| rule | requirement | source |', '|---|---|---|', ...rows].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
