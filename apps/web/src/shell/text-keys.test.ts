import { expect, test } from 'vitest'
import { readSource } from '../../build-text-keys.ts'

/** Returns the keys of the texts that the build finds in a component with these lines. */
const textsOf = (...lines: string[]) =>
  readSource('Source.tsx', `export function Source(props) {\n${lines.join('\n')}\n}`).texts

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the strings are source code
test.each([
  ['a literal key', ["const t = useTexts('orders')", "return t('title')"], ['orders.title']],
  ['either of two keys', ["const t = useTexts('a')", "return t(props.is ? 'b' : 'c.d')"], ['a.b', 'a.c.d']],
  ['a rich text', ["const t = useTexts('a')", "return t.rich('b', { i: () => null })"], ['a.b']],
  ['a translator without a variable', ["return useTexts('a')('b')"], ['a.b']],
  ['a key from a template', ["const t = useTexts('a')", 'return t(`b.${props.state}`)'], ['a.b.*']],
  ['a group from a template', ['const t = useTexts(`a.${props.kind}`)', "return t('b')"], ['a.*.b']],
  ['either of two groups', ["const t = useTexts(props.is ? 'a' : 'b')", "return t('c')"], ['a.c', 'b.c']],
  ['a key as data', ["const t = useTexts('a')", 'return t(props.state)'], ['a.*']],
  ['a cast key', ["const t = useTexts('a')", "return t('b' as Key)"], ['a.b']],
  ['a translator that is passed on', ["const t = useTexts('a')", 'return sentence(t)'], ['a.*']],
  ['a translator as a property', ["const t = useTexts('a')", 'return <Child t={t} />'], ['a.*']],
  ['a translator inside an object', ["const texts = { a: useTexts('a') }", "return texts.a('b')"], ['a.*']],
  ['a complete key as data', ["return { header: 'common.label.name' }"], ['common.label.name']],
  ['a complete key from a template', ['return { title: `screens.${props.name}` }'], ['screens.*']],
  ['a literal prefix of keys', ["return choice('order.status.')"], ['order.status.*']],
  ['a translator without a group', ['const t = useTexts()', "return t('a.b')"], ['a.b']],
] as const)('the build finds the texts of %s', (_, lines, texts) => {
  expect(textsOf(...lines)).toEqual(texts)
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the strings are source code

test('the build finds no texts if a translator without a group gets a key as data', () => {
  expect(textsOf('const t = useTexts()', 'return t(props.label)')).toEqual([])
})

test('a translator in the dependencies of a hook does not count as passed on', () => {
  const lines = ["const t = useTexts('a')", "return useCallback(() => t('b'), [t])"]
  expect(textsOf(...lines)).toEqual(['a.b'])
})

test('a variable in an inner scope with the name of a translator is not a translator', () => {
  const lines = [
    "const t = useTexts('a')",
    "const rows = props.rows.map((t) => t('c'))",
    "return [t('b'), rows]",
  ]
  expect(textsOf(...lines)).toEqual(['a.b'])
})

test('the build lists static and lazy imports without imports of types', () => {
  const { imports, lazyImports } = readSource(
    'Source.ts',
    `import { a } from './a.ts'
    import type { B } from './b.ts'
    import { type C, type D } from './c.ts'
    import './d.css'
    export { e } from './e.ts'
    const later = () => import('./f.tsx').then(({ F }) => F)`,
  )
  expect(imports).toEqual(['./a.ts', './d.css', './e.ts'])
  expect(lazyImports.map(({ path }) => path)).toEqual(['./f.tsx'])
})
