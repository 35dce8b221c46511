import type { MarkdownRenderer } from 'vitepress'

/** The HTML that pages may use, and TypeDoc writes. */
const allowed = /^(<!--.*-->|<\/?(a|br|div|figcaption|figure|img|p|picture|source|span|svg)\b[^<>]*>)$/s

/**
 * Shows a page as GitHub does: VitePress compiles pages as Vue templates, in which `{{` begins an expression and any
 * other tag is a component.
 */
export function plainMarkdown(md: MarkdownRenderer): void {
  const { escapeHtml } = md.utils
  const html = (text: string): string => {
    return text.replace(/<!--.*?-->|<[^<>]*>|[^<]+|</gs, (part) => {
      return part.startsWith('<') && !allowed.test(part) ? escapeHtml(part) : part
    })
  }
  md.renderer.rules.html_inline = (tokens, index) => html(tokens[index]?.content ?? '')
  md.renderer.rules.html_block = (tokens, index) => html(tokens[index]?.content ?? '')
  // A header without a text is none.
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [cell, close] = tokens.slice(index + 1)
      if (token.type !== 'th_open' || cell?.content !== '' || close?.type !== 'th_close') continue
      token.tag = 'td'
      close.tag = 'td'
    }
  })
  md.renderer.rules.text = (tokens, index) => {
    return escapeHtml(tokens[index]?.content ?? '').replaceAll('{{', '&#123;&#123;')
  }
}
