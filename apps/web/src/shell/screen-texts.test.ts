import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import en from '@pontic/messages/en_US.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { appModule, listPages, modulesOf } from '../../build-pages.ts'
import { flattenTexts, mainModule, TextGraph } from '../../build-text-parts.ts'
import { textFiles, wrapLazyImports } from '../../build-texts.ts'
import { screenPaths } from '../frame/screens.ts'

const web = join(import.meta.dirname, '..')
const keys = flattenTexts(en).map(([key]) => key)

/** Lists the imports of a source with a regular expression, independently of the parser that the build uses. */
const listImports = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter((path) => /\.tsx?$/.test(path))

/** Returns a source and all its static imports, direct and indirect. */
function reach(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const path of listImports(file, /^(?:import|export) (?!type)[^']*?from '(\.[^']+)'/gm))
    reach(path, found)
  return found
}

/** Lists the texts that a source names: by a complete key, or by a key of a translator and the translator's group. */
function listNamed(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const groups = [...source.matchAll(/const (\w+) = useTexts\('([\w.]+)'\)/g)]
  const calls = [...source.matchAll(/\b(\w+)(?:\.\w+)?\(\s*(?:'([\w.]+)'|`(\w[^`]*)`)/g)]
  const named = calls.flatMap(([, name, key, template = ''], at) => {
    const group = groups.findLast((one) => one[1] === name && one.index < (calls[at]?.index ?? 0))?.[2]
    if (group === undefined) return []
    if (key !== undefined) return [`${group}.${key}`]
    const pattern = new RegExp(`^${group}\\.${template.replaceAll(/\$\{[^}]*\}/g, '.+')}$`)
    return keys.filter((one) => pattern.test(one))
  })
  const complete = [...source.matchAll(/'(\w+(?:\.\w+)+)'/g)].map(([, key = '']) => key)
  return [...named, ...complete].filter((key) => keys.includes(key))
}

/** Lists texts that a module or one of its static imports shows and that none of `parts` contains. */
function listMissing(module: string, parts: readonly string[]): string[] {
  const here = new Set(parts.flatMap((part) => [...(textFiles().parts.keys.get(part) ?? [])]))
  return [...reach(module)].flatMap((source) =>
    listNamed(source)
      .filter((key) => !here.has(key))
      .map((key) => `${source.slice(web.length + 1)}: ${key}`),
  )
}

const partsOf = (...modules: string[]) => textFiles().parts.partsOf([mainModule, ...modules])
const screens = listPages()

test('the build finds the page of every screen', () => {
  expect(screens.map(({ path }) => path)).toEqual(screenPaths)
})

test.each(screens)('the texts of $path are in the parts that this screen loads', (page) => {
  expect(listMissing(page.module, partsOf(...modulesOf(page)))).toEqual([])
})

test('the first script and the app load the parts with their texts', () => {
  expect(listMissing(mainModule, partsOf())).toEqual([])
  expect(listMissing(appModule, partsOf(appModule))).toEqual([])
})

const lazy = [...new TextGraph().listLazy(mainModule)].map((module) => ({
  module,
  name: module.slice(web.length + 1),
}))

test('the build finds every module that a source imports lazily', () => {
  const written = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['**/*.test.*'] }).flatMap((path) =>
    listImports(join(web, path), /(?<!typeof )import\('(\.[^']+)'\)/g),
  )
  expect(lazy.map(({ module }) => module).sort()).toEqual([...new Set(written)].sort())
})

test.each(lazy)('the texts of $name are in the parts that its lazy import loads', ({ module }) => {
  expect(listMissing(module, partsOf(module))).toEqual([])
})

test('a lazy import also waits for the text parts that its module needs and not every page loads', () => {
  const bell = join(web, 'people/notifications/Bell.tsx')
  const parts = partsOf(join(web, 'people/notifications/BellPopup.tsx')).filter(
    (part) => !partsOf().includes(part),
  )
  const code = wrapLazyImports(bell, readFileSync(bell, 'utf8'), textFiles().parts)
  expect(parts).not.toEqual([])
  expect(code).toContain(`withTexts(${JSON.stringify(parts)}, () => import('./BellPopup.tsx'))`)
})

test('every text is used by a screen or by the server', () => {
  const onScreens = new Set([...textFiles().parts.keys.values()].flatMap((part) => [...part]))
  const server = globSync('../../server/src/**/*.ts', { cwd: web })
    .map((path) => readFileSync(join(web, path), 'utf8'))
    .join()
  const unused = keys.filter(
    (key) => !onScreens.has(key) && !/^(mail|sms|errors)\./.test(key) && !server.includes(`'${key}'`),
  )
  expect(unused).toEqual([])
})
