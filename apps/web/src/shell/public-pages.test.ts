import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listPages } from '../../build-pages.ts'
import { TextGraph } from '../../build-text-parts.ts'

const graph = new TextGraph()
const publicPages = listPages().filter(({ isPublic }) => isPublic)

test.each(publicPages)('the page of $path and its dialogs work without the router', ({ module }) => {
  const modules = graph.reach([module, ...graph.listLazy(module)])
  const withRouter = modules.filter((one) =>
    readFileSync(one, 'utf8').includes("from '@tanstack/react-router'"),
  )
  // The history is a part of the router's package, but needs nothing of the router.
  expect(withRouter.filter((one) => !one.endsWith('/frame/address.ts'))).toEqual([])
})
