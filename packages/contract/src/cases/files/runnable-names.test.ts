import { expect, test } from 'vitest'
import { isRunnableName } from './runnable-names.ts'

const refused =
  `.hta .bat .cmd .vbs .vbe .js .jse .wsf .wsh .ps1 .url .lnk .scf .reg .iso .img .vhd .desktop .application
  .msi .jar .com .pif .scr .cpl .chm .xll .exe .vhdx .msp .mst .hlp .library-ms .appref-ms .settingcontent-ms .ps1xml .psm1
  .sct .ws .gadget .inf`.split(/\s+/)

test.each(refused)('a name with the extension %s is runnable', (extension) => {
  expect(isRunnableName(`upper${extension}`)).toBe(true)
  expect(isRunnableName(`upper.stl${extension.toUpperCase()}`)).toBe(true)
})

test.each([
  'x.bat.',
  'x.bat ',
  'x.bat . .',
  'x.bat::$DATA',
  'x.bat:notes.stl',
  'x.bat\u200b',
  'x.b\u00adat',
  'x.bat\u3000',
  'x．bat',
  '.bat',
])('the disguised name %j is runnable', (name) => {
  expect(isRunnableName(name)).toBe(true)
})

test.each([
  'upper.stl',
  'case.com.stl',
  'www.lab.com upper.ply',
  'scan 10:30.stl',
  'readme',
  'notes.js.txt',
  'design.batch',
  'image.png',
  'scan.dcm',
  'ct.zip',
  'page.html',
  'drawing.svg',
  '...',
  'bat',
  'x.constructor',
])('the name %s is not runnable', (name) => {
  expect(isRunnableName(name)).toBe(false)
})
