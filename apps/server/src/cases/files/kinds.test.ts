import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { detectKind } from './kinds.ts'

const scans = new URL('../../../../../demo/scans/', import.meta.url)
const detect = (content: Buffer | string, sizeBytes?: number, name = 'a') => {
  const bytes = Buffer.from(content as Buffer)
  return detectKind(bytes.subarray(0, 65_536), sizeBytes ?? bytes.length, name)
}
const kindOf = (content: Buffer | string, sizeBytes?: number, name?: string) => {
  const detected = detect(content, sizeBytes, name)
  return 'kind' in detected ? detected.kind : 'program'
}
const box = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(40)])
const zipEntry = (name: string) => {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, Buffer.from(name), Buffer.alloc(20)])
}
const windowsProgram = () => {
  const bytes = Buffer.alloc(512)
  bytes.write('MZ')
  bytes.writeUInt32LE(128, 60)
  bytes.write('PE\0\0', 128)
  return bytes
}

describe('The kind of a file', () => {
  it('the kind is detected from the bytes of real scans', () => {
    expect(kindOf(readFileSync(new URL('case0-upper-teeth.obj', scans)))).toBe('obj')
    expect(kindOf(readFileSync(new URL('retention-rig-top-attachment.stl', scans)))).toBe('stl')
  })

  it('the kind is detected for each supported format', () => {
    const dicom = Buffer.alloc(200)
    dicom.write('DICM', 128)
    const samples: [string, Buffer | string][] = [
      ['stl', 'solid a\nfacet normal 0 0 1\nouter loop\n'],
      ['ply', 'ply\nformat ascii 1.0\nelement vertex 0\nend_header\n'],
      ['glb', Buffer.concat([Buffer.from('glTF'), Buffer.from([2, 0, 0, 0])])],
      ['jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
      ['png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])],
      ['webp', 'RIFF\0\0\0\0WEBPVP8 '],
      ['heic', box('heic')],
      ['pdf', '%PDF-1.7\n%\xff\xff'],
      ['dicom', dicom],
      ['zip', zipEntry('scans/upper.stl')],
      ['3mf', Buffer.concat([zipEntry('[Content_Types].xml'), zipEntry('3D/3dmodel.model')])],
      ['mesh3shape', '<?xml version="1.0" encoding="UTF-8"?>\n<HPS version="1.1"><Packed_geometry/></HPS>'],
      ['xml', '<?xml version="1.0"?><DentalContainer version="2022-1"></DentalContainer>'],
      ['xml', Buffer.from('\ufeff<?xml version="1.0" encoding="utf-16"?><case></case>', 'utf16le')],
      ['json', '{"case": [1, 2]}'],
      ['json', ' [1, 2, 3]'],
      ['html', '<!DOCTYPE html><title>a</title>'],
      ['html', '<!-- x --><script>alert(1)</script>'],
      ['html', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'],
      ['svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['svg', '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg/>'],
      ['text', 'Color A2, please call before delivery.\n'],
      ['text', 'Remove the old crown first; set screws at 20 Ncm.'],
      ['text', '{ not json at all'],
      ['unknown', Buffer.from([0, 1, 2, 3, 4, 5])],
    ]
    for (const [kind, bytes] of samples) expect([kind, kindOf(bytes)]).toEqual([kind, kind])
  })

  it('executables and scripts are detected as programs', () => {
    const dos = Buffer.alloc(64)
    dos.write('MZ')
    const samples: (Buffer | string)[] = [
      windowsProgram(),
      dos,
      Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(60)]),
      Buffer.from([0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1]),
      Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 2]),
      '#!/usr/bin/env python3\nprint(1)\n',
      '\ufeff#!/bin/sh\n',
      '@ECHO OFF\r\ndel *.*\r\n',
      '  \r\n@echo off',
      'rem clean up\r\n@echo off\r\ndel *.*\r\n',
      'setlocal enabledelayedexpansion\r\n',
      'set TARGET=C:\\\r\ndel %TARGET%\r\n',
      'powershell -enc aQBlAHgA',
      '# get it\r\nInvoke-WebRequest http://a/b.exe -OutFile c.exe\r\n',
      'param (\r\n [string]$a)\r\n',
      '$a = New-Object Net.WebClient\r\n',
      'On Error Resume Next\r\nSet s = CreateObject("WScript.Shell")\r\n',
      '<?php system($_GET["c"]);',
      '<job id="a"><script language="VBScript">x</script></job>',
      Buffer.from('\ufeff@echo off\r\n', 'utf16le'),
    ]
    for (const bytes of samples) expect([bytes, kindOf(bytes)]).toEqual([bytes, 'program'])
  })

  it('T42: a Windows program disguised as a binary STL is detected as a program', () => {
    const bytes = Buffer.alloc(84 + 50 * 10)
    windowsProgram().copy(bytes)
    bytes.writeUInt32LE(10, 80)
    expect(kindOf(bytes)).toBe('program')
  })

  it('a binary STL is detected even if its header begins with letters of other formats', () => {
    for (const start of ['MZ scanner', 'solid upper', '%PDF-', 'PK\x03\x04']) {
      const bytes = Buffer.alloc(84 + 50 * 3)
      bytes.write(start)
      bytes.writeUInt32LE(3, 80)
      expect([start, kindOf(bytes)]).toEqual([start, 'stl'])
    }
  })

  it('T42: a file of zeros that declares triangles is of unknown kind, unless its name is that of a scan', () => {
    const bytes = Buffer.alloc(84 + 50)
    bytes.writeUInt32LE(4_294_967_295, 80)
    expect(kindOf(bytes)).toBe('unknown')
    expect(kindOf(Buffer.alloc(84 + 49), 133)).toBe('unknown')
    expect(kindOf(bytes, bytes.length, 'upper.STL')).toBe('stl')
  })

  it('an STL that is truncated or followed by other bytes is a scan, whatever its name', () => {
    const rig = readFileSync(new URL('retention-rig-top-attachment.stl', scans))
    for (const size of [rig.length, Math.floor(rig.length / 2), 1_000])
      expect(kindOf(rig.subarray(0, size), size, 'scan.bin')).toBe('stl')
    expect(kindOf(Buffer.concat([rig, Buffer.alloc(2)]), rig.length + 2, 'scan.bin')).toBe('stl')
  })

  it('a file with the name of a scan and other content is a scan, so that it blocks the send as unreadable', () => {
    const samples: [string, Buffer | string][] = [
      ['stl', '%PDF-1.7\n'],
      ['ply', Buffer.from([0, 1, 2, 3])],
      ['obj', 'Color A2, please.'],
      ['off', '# nothing\n'],
      ['glb', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
      ['3mf', zipEntry('Metadata/thumbnail.png')],
    ]
    for (const [kind, bytes] of samples) expect(kindOf(bytes, undefined, `Upper.${kind}`)).toBe(kind)
    // The content decides for a program, and for a scan whose name has the extension of another scan format.
    expect(kindOf(windowsProgram(), undefined, 'upper.stl')).toBe('program')
    expect(kindOf(readFileSync(new URL('case0-upper-teeth.obj', scans)), undefined, 'upper.stl')).toBe('obj')
  })

  it('input that is crafted to slow down detection is detected quickly', () => {
    const slow = [
      `<?xml version="1.0"?>${'<!-- -->'.repeat(8000)}`,
      `<!DOCTYPE a [${'] '.repeat(30_000)}`,
      '<'.repeat(65_536),
      `#${'# '.repeat(32_000)}`,
      `'${" '".repeat(30_000)}`,
      '[{'.repeat(32_000),
    ]
    for (const text of slow)
      expect(['xml', 'text', 'unknown', 'html', 'json']).toContain(kindOf(text, 10_000_000))
  })
})
