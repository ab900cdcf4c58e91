import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import en from '@pontic/messages/en_US.json' with { type: 'json' }
import { textParts } from '@pontic/messages/parts'
import { expect, test } from 'vitest'
import { listPages } from '../../build-pages.ts'
import { screenPaths } from '../frame/screens.ts'

const root = import.meta.dirname
// These name every screen, or return the texts that others ask for.
const ends = ['pages.ts', 'router.tsx', '../frame/i18n.tsx', '../frame/texts.ts'].map((name) =>
  join(root, name),
)

/** All sources that a source imports, directly or lazily. */
function reach(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || ends.includes(file) || !/\.tsx?$/.test(file) || !existsSync(file)) return found
  found.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g))
    reach(join(dirname(file), path), found)
  return found
}

const isText = (path: string) =>
  typeof path
    .split('.')
    .reduce<unknown>((texts, key) => (texts as Record<string, unknown> | undefined)?.[key], en) !==
  'undefined'

/** Keys of the texts that a source uses, shortened to one or two levels where that is all it names. */
function listUsedTexts(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const named = [...source.matchAll(/useTexts(?:<[^>]*>)?\('([\w.]+)'/g)].map(([, path = '']) => path)
  const free = source.includes('useTexts()') ? [...source.matchAll(/\bt\([`'](\w+\.\w*)/g)] : []
  // Lists name their texts by full keys.
  const keys = !/\/list(-filters)?\.tsx?'/.test(source)
    ? []
    : [...source.matchAll(/'(\w+(?:\.\w+)+)'/g)].map(([, path = '']) => path)
  return [
    ...named,
    ...keys.filter(isText),
    ...free
      .map(([, path = '']) => path.replace(/\.$/, ''))
      .filter((path) => (path.split('.')[0] ?? '') in en),
  ]
}

/** Parts that a source fetches together with a lazy import. */
const listFetchedParts = (file: string): (keyof typeof textParts)[] =>
  [...readFileSync(file, 'utf8').matchAll(/needTexts\(\[([^\]]*)\]\)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/\w+/g)].map(([part]) => part as keyof typeof textParts),
  )

// `errors` alone is a refusal whose key is data: of a file, its mesh, or the server.
const isIn = (parts: readonly string[], said: string): boolean =>
  said === 'errors'
    ? ['errors.file', 'errors.mesh', 'errors.server'].every((refusal) => isIn(parts, refusal))
    : parts.some((part) => said === part || said.startsWith(`${part}.`))

const screens = listPages()

test('the test reads every row of the screen table', () => {
  expect(screens.map(({ path }) => path)).toEqual(screenPaths)
})

test.each(screens)('the texts of $path are in the parts that it names', ({ module, texts }) => {
  const sources = [...reach(module)]
  const here = [
    textParts.first,
    ...[...texts, ...sources.flatMap(listFetchedParts)].map((part) => textParts[part]),
  ].flat()
  const missing = sources.flatMap((source) =>
    listUsedTexts(source)
      .filter((said) => !isIn(here, said))
      .map((said) => `${source.slice(root.length + 1)}: ${said}`),
  )
  expect(missing).toEqual([])
})

test('the first part has the texts of the shell', () => {
  const sources = [...reach(join(root, 'Shell.tsx')), ...reach(join(root, 'Root.tsx'))]
  expect(sources.length).toBeGreaterThan(2)
  // The tray of uploads and the bell's popup load their own texts.
  const own = sources.filter(
    (source) => !/UploadTray|upload-text|BellPopup|NotificationList|news-text/.test(source),
  )
  const missing = own.flatMap(listUsedTexts).filter((said) => !isIn(textParts.first, said))
  expect(missing).toEqual([])
})

test('the bell’s popup loads the parts of its texts', () => {
  const here = [...textParts.first, ...textParts.bell, ...textParts.cases]
  const missing = [...reach(join(root, '../people/notifications/BellPopup.tsx'))].flatMap(listUsedTexts)
  expect(missing.length).toBeGreaterThan(0)
  expect(missing.filter((said) => !isIn(here, said))).toEqual([])
})
