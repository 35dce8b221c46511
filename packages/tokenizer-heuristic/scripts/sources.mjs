// Kinds of machine text that are written in a language for machines: markup, queries, programs.
import { listOf } from './draw.mjs'

export const sources = {
  SQL: ({ camel, number, snake, uuid, words }) =>
    listOf(
      8,
      () =>
        `INSERT INTO "${snake(2)}" (${snake(2)}, ${snake(1)}, ${camel(2)}) VALUES ('${uuid()}', ${number(5)}, '${words(3)}') ON CONFLICT DO NOTHING;`,
      '\n',
    ),
  YAML: ({ below, snake, words, number, camel }) =>
    listOf(
      12,
      () =>
        `${'  '.repeat(below(4))}- ${snake(2)}:\n${'  '.repeat(4)}${camel(2)}: "${words(2)}"\n${'  '.repeat(4)}port: ${number(4)}`,
      '\n',
    ),
  XML: ({ camel, number, words, uuid }) =>
    listOf(
      10,
      () => `<ns:${camel(2)} id="${uuid()}" count="${number(3)}"><value>${words(3)}</value></ns:${camel(2)}>`,
      '\n',
    ),
  HTML: ({ snake, words, number }) =>
    listOf(
      12,
      () =>
        `<div class="${snake(2).replace(/_/g, '-')} px-${number(1)} mt-${number(2)}" data-id="${number(6)}"><a href="/${words(1)}">${words(2)}</a></div>`,
      '',
    ),
  'minified HTML and CSS': ({ text, words, number }) =>
    listOf(
      20,
      () =>
        `.${text('abcdef', 3)}_${text('0123456789xyz', 5)}{color:#${text('0123456789abcdef', 6)};margin:${number(2)}px 0;${words(1)}:0}`,
      '',
    ),
  diff: ({ below, camel, text, words }) =>
    listOf(
      6,
      () =>
        `diff --git a/src/${camel(2)}.ts b/src/${camel(2)}.ts\nindex ${text('0123456789abcdef', 7)}..${text('0123456789abcdef', 7)} 100644\n@@ -${below(300)},${below(20)} +${below(300)},${below(20)} @@\n-  const ${camel(2)} = ${words(1)}(${camel(1)})\n+  let ${camel(2)} = ${words(1)}(${camel(2)})`,
      '\n',
    ),
  JavaScript: ({ camel, below, words }) =>
    listOf(
      8,
      () =>
        `export async function ${camel(2)}(${camel(1)}, { ${camel(2)} } = {}) {\n  if (!${camel(2)}?.length) throw new Error('${words(3)}')\n  return ${camel(2)}.map((x) => x ** ${below(99)})\n}`,
      '\n\n',
    ),
  'minified JavaScript': ({ text, camel, below }) =>
    listOf(
      30,
      () =>
        `function ${text('abcdefgt', 1)}(${text('enrti', 1)},${text('ous', 1)}){return ${text('abcdefgt', 2)}.${camel(2)}!==void 0?${below(99)}:!1}`,
      ';',
    ),
  Python: ({ snake, below, words }) =>
    listOf(
      8,
      () =>
        `def ${snake(2)}(self, ${snake(1)}: int = ${below(99)}) -> dict[str, Any]:\n    """${words(4)}."""\n    return {k: v for k, v in self.${snake(2)}.items() if v is not None}`,
      '\n\n',
    ),
  Rust: ({ snake, camel, below }) =>
    listOf(
      8,
      () =>
        `pub fn ${snake(2)}<'a, T: Iterator<Item = &'a u8>>(it: T) -> Result<Vec<u8>, ${camel(2)}> {\n    it.map(|x| x.wrapping_add(${below(255)})).collect::<Result<_, _>>()?\n}`,
      '\n',
    ),
  C: ({ snake, below, camel }) =>
    listOf(
      8,
      () =>
        `static inline uint32_t ${snake(2)}(const struct ${snake(1)} *p, size_t n)\n{\n\tfor (size_t i = 0; i < n; ++i) p->${camel(1)}[i] ^= 0x${below(65536).toString(16)}u << ${below(32)};\n\treturn 0;\n}`,
      '\n',
    ),
  shell: ({ snake, words, number }) =>
    listOf(
      10,
      () =>
        `for f in $(find ./${snake(1)} -name '*.${words(1)}' | xargs grep -l "${words(2)}"); do sed -i 's/${words(1)}/${number(3)}/g' "$f" 2>/dev/null || exit ${number(1)}; done`,
      '\n',
    ),
  assembly: ({ pick, below, text }) =>
    listOf(
      30,
      () =>
        `  ${text('0123456789abcdef', 6)}:\t${text('0123456789abcdef', 2)} ${text('0123456789abcdef', 2)}\t${pick(['mov', 'xor', 'lea', 'jmp', 'test'])}    %r${pick(['ax', 'bx', '8d', '12'])},0x${below(4096).toString(16)}(%rsp)`,
      '\n',
    ),
  'regular expressions': ({ text, below, words }) =>
    listOf(
      20,
      () =>
        `/^(?:[${text('a-zA-Z0-9_', 5)}]+\\.)*(?<${words(1)}>\\d{${below(9)},}|\\p{L}+?)(?!${text('\\$^.*+?', 4)})[^\\]\\s]*$/giu`,
      '\n',
    ),
  LaTeX: ({ below, words, text }) =>
    listOf(
      14,
      () =>
        `\\begin{${words(1)}}\\frac{\\partial^{${below(9)}} ${text('fgxyz', 1)}_{${text('ijk', 2)}}}{\\partial \\${words(1)}} &= \\sum_{n=0}^{\\infty} \\left( \\mathbf{${text('ABCXYZ', 1)}}^{-1} \\right) \\\\`,
      '\n',
    ),
  'snake names': ({ below, snake }) => listOf(60, () => snake(2 + below(3)), ' '),
  'camel names': ({ below, camel }) => listOf(60, () => camel(2 + below(3)), ' '),
  'constant names': ({ below, snake }) => listOf(60, () => snake(2 + below(3)).toUpperCase(), '\n'),
  paths: ({ snake, camel, below }) =>
    listOf(
      25,
      () => `/usr/local/${snake(2)}/${camel(2)}/v${below(9)}.${below(20)}.${below(9)}/${snake(1)}.tar.gz`,
      '\n',
    ),
}
