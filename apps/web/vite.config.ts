import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import compileMessage from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

type Texts = { [key: string]: string | Texts }

const compileTexts = (texts: Texts): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compileMessage(text) : compileTexts(text),
    ]),
  )

/** Compiles the messages while building, so that no page carries a parser of ICU messages. */
const compiledMessages: Plugin = {
  name: 'compiled-messages',
  enforce: 'pre',
  transform: (code, id) =>
    /\/messages\/src\/\w+\.json$/.test(id.split('?')[0] ?? '')
      ? { code: JSON.stringify(compileTexts(JSON.parse(code))), map: null }
      : undefined,
}

/**
 * What every page needs, in one file: brotli finds little to save in fifty small ones (13 KB less on the sign-in page).
 * What only some pages use must not match.
 */
const base =
  /node_modules\/(?:react|react-dom|scheduler|zod|use-intl|@noble|@tanstack\/(?:history|store|react-store|router-core|react-router|query-core|react-query))\/|@mantine\/core\/esm\/core\/|packages\/(?:contract|client)\/src\/(?!upload|tus|hash|digest|pace)|web\/src\/(?!upload|file)\w+\.tsx?$/

/** The portal's page. In development the calls go to the server at PONTIC_PORT. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [compiledMessages, react()],
  resolve: {
    alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
  },
  define: { __VERSION__: JSON.stringify(version) },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: base }] } } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/restful', '/oauth', '/dev', '/docs', '/openapi.json'].map((path) => [
        path,
        `http://127.0.0.1:${process.env.PONTIC_PORT ?? 8080}`,
      ]),
    ),
  },
})
