import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { anchorOf } from '../../packages/repo-checks/src/markdown.ts'
import { repository } from '../src/links.ts'
import { plainMarkdown } from '../src/plain-markdown.ts'
import { searchText } from '../src/search-text.ts'
import { sidebar } from '../src/site-pages.ts'

export default defineConfig({
  title: 'Lamella',
  description: 'Assembles the input of a language model, within its window',
  lang: 'en',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  srcDir: 'dist/pages',
  outDir: 'dist/site',
  cacheDir: 'node_modules/.vitepress',
  cleanUrls: true,
  metaChunk: true,
  markdown: {
    anchor: { slugify: anchorOf },
    config: plainMarkdown,
    // The colours of the default themes are too faint for small text.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: {
    resolve: {
      conditions: ['@lamella/source'],
      // As it is built: only there are the tables beside the code, which are then files of the site.
      alias: { '@lamella/tokenizer-tiktoken': fileURLToPath(import.meta.resolve('@lamella/tokenizer-tiktoken')) },
    },
    build: { chunkSizeWarningLimit: 1_000 },
  },
  themeConfig: {
    logo: '/logo.svg',
    search: {
      provider: 'local',
      options: {
        _render: (text, env, md) => md.render(searchText(env.relativePath, text), env),
      },
    },
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Guides', link: '/concepts' },
      { text: 'Playground', link: '/playground' },
      { text: 'API', link: '/api/' },
    ],
    sidebar: [...sidebar()],
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository }],
  },
})
