import { expect, test } from 'vitest'
import { cssText, pageRule } from './page-margins.ts'

test('the footer contains the page number and the number of pages, in the order of each language', () => {
  expect(pageRule({ left: 'C26-1', right: 'Page {page} of {pages}' })).toContain(
    'content: "Page " counter(page) " of " counter(pages);',
  )
  expect(pageRule({ left: 'C26-1', right: '共 {pages} 页，第 {page} 页' })).toContain(
    'content: "共 " counter(pages) " 页，第 " counter(page) " 页";',
  )
})

test('T36: quotes, backslashes, line breaks and tags in a name are escaped in the page rule', () => {
  expect(cssText('Mill "Lane" \\ & Söhne')).toBe('"Mill \\22 Lane\\22  \\5c  & Söhne"')
  expect(cssText('</style><script>')).toBe('"\\3c /style>\\3c script>"')
  expect(cssText('a\nb')).toBe('"a\\a b"')
})
