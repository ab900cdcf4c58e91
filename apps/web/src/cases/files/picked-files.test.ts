import { limits } from '@pontic/contract'
import { expect, test } from 'vitest'
import { addPicked, findFileProblem } from './picked-files.ts'

const scan = (name: string, text = 'solid') => ({ file: new File([text], name, { lastModified: 1 }) })

test('each chosen file gets a role that is guessed from its name', () => {
  const rows = addPicked(
    [],
    [scan('case0-upper-teeth.obj'), scan('case0-lower-teeth.obj'), scan('smile.jpg')],
  )
  expect(rows.map((row) => row.role)).toEqual(['upper', 'lower', 'photo'])
  expect(rows.map((row) => row.problem)).toEqual([undefined, undefined, undefined])
})

test('choosing the same file again adds no second row and keeps the role that the user has set', () => {
  const [row] = addPicked([], [scan('a.stl')])
  const rows = addPicked([{ ...row!, role: 'bite' }], [scan('a.stl'), scan('b.stl')])
  expect(rows.map(({ file, role }) => [file.name, role])).toEqual([
    ['a.stl', 'bite'],
    ['b.stl', 'other'],
  ])
})

test('empty files, files above the size limit, names with a path and names of programs are refused before the upload', () => {
  expect(findFileProblem({ name: 'upper.stl', size: 0 })).toBe('empty')
  expect(findFileProblem({ name: 'upper.stl', size: limits.fileBytesMax + 1 })).toBe('too_large')
  expect(findFileProblem({ name: 'upper.stl', size: limits.fileBytesMax })).toBeUndefined()
  expect(findFileProblem({ name: '../../upper.stl', size: 5 })).toBe('name_invalid')
  expect(findFileProblem({ name: 'upper.stl.LNK', size: 5 })).toBe('name_refused')
})
