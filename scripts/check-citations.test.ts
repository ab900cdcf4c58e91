import { expect, test } from 'vitest'
import { findBrokenCitations, findThreatRows, parseThreats, type Sources } from './check-citations.ts'

const sources: Sources = {
  sections: { rules: new Set(['3', '5']), formats: new Set(['1']) },
  decisions: new Set(['0039']),
  threats: new Set(['T05', 'T42']),
  requirements: ['5.express', '5.express.empty', '4.order.shipped'],
  documents: ['README.md', 'docs/rules.md'],
}

// Composes citations, so that the check does not find the broken ones in this file.
const section = (number: number | string) => `§${number}`
const cite = (word: string, name: string) => `${word} ${name}`

test('citations of sections, decisions, threats, requirements, standards and documents resolve', () => {
  const text = [
    `/** Sends an order (${cite('rules', section(5))}, ${cite('threat', 'T05')}). */`,
    `// ${cite('Rules', `${section(3)}–${section(5)}`)}; ${cite('formats', section(1))}; ${cite(cite('RFC', '6749'), section('5.2'))}`,
    ` * (${cite('decision', '0039')}; ${cite('requirements', '4.order and 5.express.empty')}), see docs/rules.md.`,
    `const midnight = '2026-01-01T00:00'`,
  ].join('\n')
  expect(findBrokenCitations(text, sources)).toEqual([])
})

test('a citation that continues on the next line of a comment is checked', () => {
  expect(findBrokenCitations(`/**\n * as rules\n * ${section(9)} says */`, sources)).toEqual([
    cite('rules', section(9)),
  ])
})

test.each([
  ['a section that the page does not have', cite('rules', `${section(3)}, ${section(9)}`)],
  ['a section of a document that is not named', section(5)],
  ['a decision without a record', cite('decision', '0999')],
  ['a standard without a section', cite('RFC', '6749')],
  ['a row that the threat list does not have', 'T'.concat('99')],
  ['an id that the ledger does not have', cite('requirement', '5.exp')],
  ['a Markdown file outside the repository', ['portal', 'md'].join('.')],
])('a citation of %s is reported', (_, citation) => {
  expect(findBrokenCitations(`/** The rule (${citation}). */`, sources)).toEqual([citation])
})

test('a threat row counts as tested if a test title names it; longer words and comments do not count', () => {
  const source = `test('T05: carol', f)\ntest.each(rows)("T33, T34: both", f)\nconst format = 'T0512' // T07: no title`
  expect(findThreatRows(source)).toEqual(['T05', 'T33', 'T34'])
})

test('rows of planned features need no test yet', () => {
  const page = '| T01 | a |\n| T02 | b |\n\n## Attacks on planned features\n\n| T70 | c |'
  expect(parseThreats(page)).toEqual({ all: ['T01', 'T02', 'T70'], due: ['T01', 'T02'] })
})
