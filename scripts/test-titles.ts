import { parseSync, Visitor } from 'vite'

// The callee of a test: `test`, `it.only`, `it.each(rows)`; not `test.describe`, `test.use` or `test.step`.
const testCallee = /^(?:test|it)(?:\.(?:only|each|for|skip|skipIf|fails|concurrent|sequential))*(?:\(.*\))?$/s

/**
 * Lists the titles of the tests in a Vitest or Playwright source as written: a template with its `${…}`, a title of `each` with
 * its `%s`.
 * @param name of the file, ending in .ts or .tsx
 */
export function listTestTitles(name: string, source: string): string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title, ...rest] }) => {
      if (!title || rest.length === 0 || !testCallee.test(source.slice(callee.start, callee.end))) return
      if (title.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title.type === 'TemplateLiteral') titles.push(source.slice(title.start + 1, title.end - 1))
    },
  }).visit(parseSync(name, source).program)
  return titles
}
