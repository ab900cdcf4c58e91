import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import en from '@pontic/messages/en_US.json' with { type: 'json' }
import { textParts } from '@pontic/messages/parts'
import { expect, test } from 'vitest'
import { listPages } from '../../build-pages.ts'
import { screenPaths } from '../frame/screens.ts'

const root = import.meta.dirname
// They name every screen, or give out what is asked of them.
const ends = ['pages.ts', 'router.tsx', '../frame/i18n.tsx', '../frame/texts.ts'].map((name) =>
  join(root, name),
)

/** All sources that a source imports, at once or later. */
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

/** First keys, or first two where a part holds single groups, of the texts that a source says. */
function listSaid(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const named = [...source.matchAll(/useTexts(?:<[^>]*>)?\('([\w.]+)'/g)].map(([, path = '']) => path)
  const free = source.includes('useTexts()') ? [...source.matchAll(/\bt\([`'](\w+\.\w*)/g)] : []
  // Lists name their texts by whole keys.
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

/** Parts that a source fetches beside what it loads later. */
const listBrought = (file: string): (keyof typeof textParts)[] =>
  [...readFileSync(file, 'utf8').matchAll(/needTexts\(\[([^\]]*)\]\)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/\w+/g)].map(([part]) => part as keyof typeof textParts),
  )

// `errors` alone is a refusal whose key is data: of a file, of its mesh, or of the server that stored it.
const isIn = (parts: readonly string[], said: string): boolean =>
  said === 'errors'
    ? ['errors.file', 'errors.mesh', 'errors.server'].every((refusal) => isIn(parts, refusal))
    : parts.some((part) => said === part || said.startsWith(`${part}.`))

const screens = listPages()

test('every row of the screens is read', () => {
  expect(screens.map(({ path }) => path)).toEqual(screenPaths)
})

test.each(screens)('the texts of $path are in the parts that it names', ({ module, texts }) => {
  const sources = [...reach(module)]
  const here = [
    textParts.first,
    ...[...texts, ...sources.flatMap(listBrought)].map((part) => textParts[part]),
  ].flat()
  const missing = sources.flatMap((source) =>
    listSaid(source)
      .filter((said) => !isIn(here, said))
      .map((said) => `${source.slice(root.length + 1)}: ${said}`),
  )
  expect(missing).toEqual([])
})

test('the shell says what every page has', () => {
  const sources = [...reach(join(root, 'shell/Shell.tsx')), ...reach(join(root, 'shell/Root.tsx'))]
  // The tray of uploads and what hangs on the bell bring their texts themselves.
  const own = sources.filter(
    (source) => !/UploadTray|upload-text|BellPopup|NotificationList|news-text/.test(source),
  )
  const missing = own.flatMap(listSaid).filter((said) => !isIn(textParts.first, said))
  expect(missing).toEqual([])
})

test('what hangs on the bell says what it brings', () => {
  const here = [...textParts.first, ...textParts.bell, ...textParts.cases]
  const missing = [...reach(join(root, 'shell/BellPopup.tsx'))].flatMap(listSaid)
  expect(missing.filter((said) => !isIn(here, said))).toEqual([])
})
