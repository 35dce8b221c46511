// Kinds of machine text that hold data: what programs exchange, log and report.
import { alphabets, listOf } from './draw.mjs'

const { hexadecimal, printable, text64 } = alphabets

const record = ({ below, number, snake, text, time, uuid, words }) => ({
  id: uuid(),
  [snake(2)]: below(100_000),
  created_at: time(),
  tags: [words(1), words(2)],
  nested: { token: text(text64, 20), ok: below(2) === 0, phone: `+${number(11)}`, none: null },
})

export const records = {
  'minified JSON': (draw) => JSON.stringify(Array.from({ length: 8 }, () => record(draw))),
  'indented JSON': (draw) =>
    JSON.stringify(
      Array.from({ length: 6 }, () => record(draw)),
      null,
      2,
    ),
  'JSON in JSON': (draw) =>
    JSON.stringify({ body: JSON.stringify({ body: JSON.stringify([record(draw), record(draw)]) }) }),
  'JSON with escapes': ({ below, words }) =>
    JSON.stringify(Array.from({ length: 12 }, () => `${words(2)}\n\t"${words(1)}"\\`)) +
    listOf(60, () => `\\u${below(65_536).toString(16).padStart(4, '0')}`, ''),
  'arrays of numbers': ({ below, real }) =>
    JSON.stringify(Array.from({ length: 120 }, () => (below(2) ? 1 : -1) * Number(real()))),
  'CSV of numbers': ({ real, number }) =>
    listOf(30, () => listOf(7, () => (real().length > 5 ? real() : number(6)), ','), '\n'),
  'TSV of words': ({ words, real, time }) => listOf(25, () => `${words(1)}\t${words(2)}\t${real()}\t${time()}`, '\n'),
  'log lines': ({ below, number, pick, snake, time, words, text }) =>
    listOf(
      14,
      () =>
        `${time()} [${pick(['INFO', 'WARN', 'ERROR', 'DEBUG'])}] ${snake(2)}(${below(9999)}): ${words(5)} id=${text(hexadecimal, 16)} took=${number(3)}ms`,
      '\n',
    ),
  'access log': ({ below, number, words }) =>
    listOf(
      10,
      () =>
        `${below(256)}.${below(256)}.${below(256)}.${below(256)} - - [${10 + below(18)}/Oct/2023:13:55:${10 + below(49)} +0000] "GET /${words(1)}/${number(5)}?q=${words(1)} HTTP/1.1" 200 ${number(4)} "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36"`,
      '\n',
    ),
  'times and dates': ({ time, number }) =>
    listOf(30, () => `${time()} 16${number(8)} ${number(2)}/${number(2)}/20${number(2)}`, '\n'),
  'stack trace': ({ below, camel, snake }) =>
    listOf(
      16,
      () =>
        `    at ${camel(2)}.${camel(3)} (/app/node_modules/${snake(2)}/dist/${camel(1)}.js:${below(3000)}:${below(90)})`,
      '\n',
    ),
  'Java trace': ({ below, camel, word }) =>
    listOf(
      16,
      () => `\tat org.${word()}.${word()}.${camel(3)}$${camel(2)}.${camel(2)}(${camel(2)}.java:${below(900)})`,
      '\n',
    ),
  'URLs with queries': ({ below, number, text, words, snake }) =>
    listOf(
      10,
      () =>
        `https://${words(1)}.example.com/${words(1)}/${number(6)}?${listOf(4, () => `${snake(1 + below(2))}=${text(text64.slice(0, 62), 4 + below(14))}`, '&')}#${words(1)}`,
      '\n',
    ),
  'percent-encoding': ({ bytes, words }) =>
    listOf(
      8,
      () =>
        encodeURIComponent(`${words(3)}: "${words(1)}" & `) +
        bytes(20).toString('hex').replace(/../g, '%$&').toUpperCase(),
      '&',
    ),
  'quoted printable': ({ bytes, words }) =>
    listOf(10, () => `${words(4)}${bytes(12).toString('hex').toUpperCase().replace(/../g, '=$&')}=\n`, ''),
  'phone numbers': ({ number, below }) =>
    listOf(
      40,
      () =>
        [
          `+1 (${number(3)}) ${number(3)}-${number(4)}`,
          `+49 ${number(3)} ${number(8)}`,
          `0${number(2)} ${number(2)} ${number(2)} ${number(2)}`,
        ][below(3)],
      '\n',
    ),
  'IPv6 and MAC': ({ text }) =>
    listOf(
      16,
      () => `${listOf(8, () => text(hexadecimal, 4), ':')} ${listOf(6, () => text(hexadecimal, 2), ':')}`,
      '\n',
    ),
  'ANSI escapes': ({ below, words }) => listOf(40, () => `\u001b[${below(2)};3${below(8)}m${words(1)}\u001b[0m`, ' '),
  'markdown table': ({ real, words, number }) =>
    `| a | b | c |\n| --- | ---: | :-: |\n${listOf(20, () => `| ${words(2)} | ${real()} | \`${number(4)}\` |`, '\n')}`,
  'cells of a table': ({ pick, real }) =>
    listOf(20, () => `|${listOf(6, () => `${' '.repeat(pick([1, 2, 5]))}${real()} `, '|')}|`, '\n'),
  'control characters': ({ below, words }) => listOf(60, () => `${words(1)}${String.fromCharCode(1 + below(8))}`, ''),
  'vectors in brackets': ({ text }) =>
    `[${listOf(80, () => `${text('-0', 1) === '-' ? '-' : ''}0.${text('0123456789', 8)}`, ', ')}]`,
  passwords: ({ text }) => listOf(40, () => text(printable.slice(1), 16), '\n'),
}
