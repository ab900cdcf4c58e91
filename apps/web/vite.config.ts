import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { variants } from '@pontic/contract'
import react from '@vitejs/plugin-react'
import { type BuildOptions, defineConfig, type UserConfig } from 'vite'
import { tagOf } from '../../packages/messages/src/language.ts'
import { groupByVisits } from './build-chunks.ts'
import { inlinedClassNames } from './build-class-names.ts'
import { inlinedLimits, printedCalls, printedErrors, pureContract, slimRoutes } from './build-contract.ts'
import { dividedContract } from './build-contract-split.ts'
import { withoutFacades } from './build-facades.ts'
import { dividedIcons } from './build-icons.ts'
import { groupedEntries, laterModules, listPages, modulesOf, weightOf } from './build-pages.ts'
import { screenFiles } from './build-screens.ts'
import { builtVariant, dividedTexts, undividedTexts } from './build-texts.ts'
import { zoneNames } from './build-zone-names.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const plugins = () => [
  undividedTexts,
  dividedTexts,
  printedCalls,
  printedErrors,
  inlinedLimits,
  dividedContract,
  dividedIcons,
  slimRoutes,
  pureContract,
  zoneNames,
  inlinedClassNames(),
  react(),
  // The page has the language of the variant until its first script selects another one.
  {
    name: 'page-language',
    transformIndexHtml: (html: string) =>
      html.replace('<html lang="en">', `<html lang="${tagOf(variants[builtVariant].defaultLanguage)}">`),
  },
]

/** Appends three characters to a class name, from a hash of the sheet's path. All classes of a sheet get the same characters. */
const nameClass = (name: string, sheet: string) =>
  `${name}_${createHash('sha256')
    .update(sheet.slice(sheet.lastIndexOf('/src/')))
    .digest('base64url')
    .slice(0, 3)}`

const shared = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: {
    alias: [{ find: /^use-intl\/format-message$/, replacement: 'use-intl/format-message/format-only' }],
  },
  css: { modules: { generateScopedName: nameClass } },
  define: { __VERSION__: JSON.stringify(version), __VARIANT__: JSON.stringify(builtVariant) },
  server: {
    proxy: Object.fromEntries(
      ['/restful', '/oauth', '/dev', '/docs', '/openapi.json'].map((path) => [
        path,
        `http://127.0.0.1:${process.env.PONTIC_PORT ?? 8080}`,
      ]),
    ),
  },
} satisfies UserConfig

const output = {
  target: 'es2022',
  outDir: 'dist',
  emptyOutDir: true,
  assetsInlineLimit: 2048,
  modulePreload: { polyfill: false },
} satisfies BuildOptions

const groupChunks = () =>
  groupByVisits(
    { ...shared, plugins: plugins(), build: { ...output, write: false, minify: false, cssMinify: false } },
    listPages().flatMap((page) => [
      { modules: modulesOf(page), weight: weightOf(page) },
      ...(laterModules[page.path] ?? []).map((module) => ({ modules: [module], weight: weightOf(page) })),
    ]),
    groupedEntries(),
  )

/** Builds the web app. The development server forwards calls to the server at `PONTIC_PORT`. */
export default defineConfig(async ({ command }) => ({
  ...shared,
  plugins: [...plugins(), withoutFacades, screenFiles],
  build: {
    ...output,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: command === 'build' ? await groupChunks() : [] },
      },
    },
  },
}))
