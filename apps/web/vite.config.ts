import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import compileMessage from 'icu-minify/compile'
import { defineConfig, type Plugin, parseSync, Visitor } from 'vite'

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

/** What only the server says. */
const serverTexts = ['mail', 'sms']

/**
 * Compiles the messages while building, so that no page carries a parser of ICU messages. Texts of mails and SMS stay
 * behind.
 */
const compiledMessages: Plugin = {
  name: 'compiled-messages',
  enforce: 'pre',
  transform: (code, id) => {
    if (!/\/messages\/src\/\w+\.json$/.test(id.split('?')[0] ?? '')) return undefined
    const texts = Object.entries(JSON.parse(code) as Texts).filter(([key]) => !serverTexts.includes(key))
    return { code: JSON.stringify(compileTexts(Object.fromEntries(texts))), map: null }
  },
}

/** What of a route only the server, its tests and the reference pages read. */
const serverParts = ['summary', 'example', 'reply', 'errors']

/** Leaves what no page reads of a route out of it: 5 KB of each first visit. */
const slimRoutes: Plugin = {
  name: 'slim-routes',
  enforce: 'pre',
  apply: 'build',
  transform: (code, id) => {
    if (!/\/contract\/src\/[\w-]+\.ts$/.test(id)) return undefined
    const cuts: { start: number; end: number }[] = []
    const visitor = new Visitor({
      ObjectExpression: ({ properties }) => {
        const parts = properties.flatMap((one) =>
          one.type === 'Property' && one.key.type === 'Identifier' ? [{ ...one, name: one.key.name }] : [],
        )
        if (!['method', 'path', 'permission'].every((name) => parts.some((one) => one.name === name))) return
        // `reply: 'stream'` is what the SDK goes by.
        for (const { name, value, start, end } of parts)
          if (serverParts.includes(name) && !(name === 'reply' && value.type === 'Literal'))
            cuts.push({ start, end: code[end] === ',' ? end + 1 : end })
      },
    })
    visitor.visit(parseSync(id, code).program)
    const kept = cuts
      .toSorted((a, b) => b.start - a.start)
      .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), code)
    return { code: kept, map: null }
  },
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
  plugins: [compiledMessages, slimRoutes, react()],
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
