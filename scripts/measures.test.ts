import { expect, test } from 'vitest'
import { countCasts, countDuplicatePairs, listGlobalClasses, printMeasures } from './measures.ts'

test('a cast counts unless it is `as const`', () => {
  const text =
    "export const x = [1] as const\nexport const y = x as unknown as string\nexport const z = 'a as b'"
  expect(countCasts({ path: 'x.ts', text })).toBe(2)
})

test('global classes are listed once each, including those of CSS modules', () => {
  const sheets = [
    {
      path: 'a.css',
      text: '/* .gone { } */ .one, .two:hover { width: 1.5px } @media (width > 3em) { .one { top: 0 } }',
    },
    { path: 'b.module.css', text: '.three :global(.four) { top: 0 }' },
  ]
  expect(listGlobalClasses(sheets)).toEqual(['four', 'one', 'two'])
})

test('two files with six identical lines are a pair; comments and imports do not count', () => {
  const lines = [1, 2, 3, 4, 5, 6].map((number) => `work(${number})`)
  const one = { path: 'one.ts', text: lines.join('\n') }
  const other = {
    path: 'other.ts',
    text: `import { work } from './work.ts'\n${lines.join('\n  // a comment\n')}`,
  }
  expect(countDuplicatePairs([one, other])).toBe(1)
  expect(countDuplicatePairs([one, { ...other, text: lines.slice(1).join('\n') }])).toBe(0)
})

test('the figures of this checkout are printed', () => {
  expect(printMeasures()).toEqual([
    expect.stringMatching(/^\d{5} lines in apps.web.src/),
    expect.stringMatching(/^\d+ global CSS classes/),
    expect.stringMatching(/^\d+ casts/),
    expect.stringMatching(/^\d+ pairs of files/),
  ])
})
