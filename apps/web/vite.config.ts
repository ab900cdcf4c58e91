import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { printedCalls, pureContract, slimRoutes } from './build-contract.ts'
import { screenFiles } from './build-screens.ts'
import { partedMessages } from './build-texts.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const anyOf = (...paths: string[]) => new RegExp(`(?:${paths.join('|')})`.replaceAll('/', String.raw`\/`))

/**
 * What is used together comes in one file: brotli finds little to save in fifty small ones, and each costs a request.
 * `base` is for every page, `door` for the sign-in, `app` for every screen behind it, `table` for lists, `cases` for the
 * list of cases and what is beside it, `scans` for what shows scans but for the viewer itself. What only some pages use
 * must not match.
 */
const groups = [
  {
    name: 'base',
    test: anyOf(
      'node_modules/(?:react|react-dom|scheduler|zod|use-intl|@noble)/',
      'node_modules/@tanstack/(?:history|store|react-store|router-core|react-router|query-core|react-query)/',
      '@mantine/core/esm/(?:core|components/(?:Input|InputBase|TextInput|Title))/',
      '@mantine/hooks/esm/(?:use-id|utils/random-id)/',
      'icons/Icon(?:Sun|Moon|DeviceDesktop|Language|AlertCircle|CircleCheck|Eye|EyeOff)\\.',
      'packages/client/src/(?!upload|tus|hash|digest|pace|changes|event-stream)',
      'packages/contract/src/(?:errors|fields|limits|permissions|people/session/session|platform/captcha)',
      'web/src/(?:main|frame/(?!upload|file)[\\w-]+|shell/(?:router|pages|BareLayout|Root|PageFailed))\\.tsx?$',
      'web/src/ui/(?:LanguageSelect|form-fields)',
    ),
  },
  {
    name: 'door',
    test: anyOf(
      'web/src/people/session/(?:Login|SessionFrame|ThemeSelect|Note|PasskeyButton|passkey-|use-sign-in|use-captcha|use-email)',
      'web/src/ui/(?:ArchDrawing|PasswordField)',
      'icons/IconKey\\.',
    ),
  },
  {
    name: 'app',
    test: anyOf(
      'web/src/shell/(?:Shell|SideMenu|TopBar|BottomBar|palette-state|screen-icons)',
      'web/src/frame/(?:uploads|file-handles)',
      'web/src/ui/(?:Page|MenuButton|LanguageMenu|ImageView|ErrorState|ThemeToggle|Tip|initials|formats|lazy-part)\\.',
      'web/src/ui/(?:use-popup|use-image|use-opener|styles-app)\\.',
      '@mantine/core/esm/components/(?:ActionIcon|Skeleton)/',
      '@mantine/core/esm/(?:components/Checkbox/CheckIcon|utils/InlineInput)',
      '@mantine/hooks/esm/(?:use-merged-ref|use-uncontrolled)/',
      'icons/Icon(?:X|Printer|Trash|Send|Pencil|ArrowBackUp)\\.',
      'packages/client/src/(?:upload|tus|hash|digest|pace|changes|event-stream)',
    ),
  },
  {
    name: 'status',
    test: anyOf(
      'web/src/ui/StatusBadge',
      'packages/contract/src/cases/(?:orders/order-states|orders/order-types|files/files)\\.',
    ),
  },
  {
    name: 'scans',
    test: anyOf(
      'web/src/cases/viewer/(?:scan-plan|scan-source|preview-link|use-scan-names|drawn-by)',
      'web/src/ui/ProgressBar',
      'packages/contract/src/cases/previews',
      'icons/Icon(?:Link|Keyboard)\\.',
    ),
  },
  {
    name: 'table',
    test: anyOf(
      'web/src/ui/(?:AddressPager|DataTable|DataTableParts|DayRangeChip|FilterChips|ListScreen|RowMenu|list|page-trail|use-column-choice|use-row-)',
      '@mantine/core/esm/components/(?:Checkbox|NativeSelect|Combobox/ComboboxChevron)/',
      'icons/Icon(?:Chevron(?:Left|Right|Down)|Plus)\\.',
    ),
  },
  {
    name: 'cases',
    test: anyOf(
      'web/src/cases/orders/(?:OrderListPage|OrderActions|OrderMarks|OrderType|CaseThumb|DeliveryDay\\.|order-actions|order-finder|OrderFilters)',
      'web/src/ui/finders',
      'packages/contract/src/cases/(?:orders/order-query|delivery/delivery-days)\\.',
    ),
  },
]

/** The portal's page. In development the calls go to the server at PONTIC_PORT. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [partedMessages, printedCalls, slimRoutes, pureContract, screenFiles, react()],
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
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('?part=') ? 'assets/texts-[name]-[hash].js' : 'assets/[name]-[hash].js',
      },
    },
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
