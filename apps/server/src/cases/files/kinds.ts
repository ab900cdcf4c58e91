import { type FileKind, viewableKinds } from '@pontic/contract'
import { isStlHead, recognizeMesh } from '@pontic/viewer/mesh'
import { isVolumeZip } from './volume-zip.ts'

/** The detected kind of a file. `isProgram` marks a program, which is refused (rules §7). */
export type DetectedKind = { kind: FileKind } | { isProgram: true }

type Signature = { kind: FileKind; at: number; bytes: readonly number[] }

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

const signatures: readonly Signature[] = [
  { kind: 'jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { kind: 'png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { kind: 'webp', at: 8, bytes: ascii('WEBPVP8') },
  { kind: 'pdf', at: 0, bytes: ascii('%PDF-') },
  { kind: 'dicom', at: 128, bytes: ascii('DICM') },
  { kind: 'zip', at: 0, bytes: [0x50, 0x4b, 0x03, 0x04] },
  { kind: 'zip', at: 0, bytes: [0x50, 0x4b, 0x05, 0x06] },
]
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

const programSignatures: readonly (readonly number[])[] = [
  [0x7f, ...ascii('ELF')],
  [0xfe, 0xed, 0xfa, 0xce],
  [0xfe, 0xed, 0xfa, 0xcf],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
  [0x00, ...ascii('asm')],
  ascii('dex\n'),
  // A Windows shortcut starts the program it names.
  [0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00],
]

// First commands of scripts that a double click or a shell would run, matched against the first 400 characters of text.
const scriptStarts = [
  /^#!/,
  /^@?echo\s+(?:off|on)\b/i,
  /^@?(?:setlocal|chcp\s+\d)/i,
  /^@(?:rem|cls|set|if|cd|start|powershell|cmd)\b/i,
  /^set\s+(?:\/[ap]\s+)?"?\w+=/i,
  /^(?:cmd|powershell|pwsh|start|wscript|cscript|mshta|rundll32|regsvr32|msiexec)(?:\.exe)?\s+[/"-]/i,
  /^#requires\s+-/i,
  /^\[cmdletbinding\(/i,
  /^param\s*\(/i,
  /^\$[\w:]+\s*=/,
  /^(?:write-(?:host|output)|set-executionpolicy|import-module|start-process|get-childitem|new-object)\b/i,
  /^(?:invoke-(?:expression|webrequest|restmethod|command)|iex|irm|iwr)\s/i,
  /^(?:on error resume next|option explicit)\b/i,
  /^(?:dim \w+(?:\s*,\s*\w+)*\s*$|set \w+\s*=\s*(?:createobject|wscript))/im,
  /^(?:(?:var|let|const)\s+\w+\s*=\s*)?(?:new activexobject|wscript\.)/i,
  /^<\?php\b/i,
  /^<(?:job|package)\b[\s\S]{0,300}<script\b/i,
]

const startsWith = (head: Uint8Array, bytes: readonly number[], at = 0) =>
  head.length >= at + bytes.length && bytes.every((byte, index) => head[at + index] === byte)

/**
 * Detects the kind of a file by its bytes. If the bytes are neither a scan nor a program, but the name has a scan
 * extension, returns the kind of the extension, so that the unreadable scan blocks the send.
 * @param head the first 64 KiB, or all bytes of a smaller file
 * @param sizeBytes the size of the complete file
 * @returns the kind, `unknown` if nothing matches, or `isProgram` for an executable or a script
 */
export function detectKind(head: Uint8Array, sizeBytes: number, name: string): DetectedKind {
  const detected = detectKindByContent(head, sizeBytes)
  if ('isProgram' in detected || viewableKinds.some((kind) => kind === detected.kind)) return detected
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return { kind: viewableKinds.find((kind) => kind === ending) ?? detected.kind }
}

function detectKindByContent(head: Uint8Array, sizeBytes: number): DetectedKind {
  if (isProgram(head)) return { isProgram: true }
  const mesh = recognizeMesh(head, sizeBytes)
  if (mesh === undefined && isDosProgram(head)) return { isProgram: true }
  if (mesh !== undefined) return { kind: mesh === 'stl-binary' || mesh === 'stl-ascii' ? 'stl' : mesh }
  const signed = signatures.find((row) => startsWith(head, row.bytes, row.at))
  if (signed !== undefined) return { kind: signed.kind === 'zip' && isVolumeZip(head) ? 'cbct' : signed.kind }
  if (startsWith(head, ascii('ftyp'), 4) && heicBrands.includes(latin(head.subarray(8, 12))))
    return { kind: 'heic' }
  const text = readText(head, sizeBytes)
  if (text === undefined) return { kind: isStlHead(head) ? 'stl' : 'unknown' }
  return isScript(text) ? { isProgram: true } : { kind: kindOfText(text, sizeBytes <= head.length) }
}

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

function isProgram(head: Uint8Array): boolean {
  if (programSignatures.some((bytes) => startsWith(head, bytes))) return true
  return isWindowsProgram(head)
}

/** Detects a Windows program by `MZ` and a second header at the offset that the first header contains. */
function isWindowsProgram(head: Uint8Array): boolean {
  if (!startsWith(head, ascii('MZ')) || head.length < 64) return false
  const next = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(60, true)
  return ['PE', 'NE', 'LE', 'LX'].includes(latin(head.subarray(next, next + 2)))
}

/**
 * Detects a DOS program by `MZ` and a byte below 9 in the first 64 bytes. The header of a binary STL can look the same,
 * so the caller looks for a mesh first.
 */
function isDosProgram(head: Uint8Array): boolean {
  return startsWith(head, ascii('MZ')) && head.subarray(2, 64).some((byte) => byte < 9)
}

/** Decodes the head as UTF-8, or as UTF-16 if it has a byte order mark. @returns undefined if it is binary */
function readText(head: Uint8Array, sizeBytes: number): string | undefined {
  const encoding = startsWith(head, [0xff, 0xfe])
    ? 'utf-16le'
    : startsWith(head, [0xfe, 0xff])
      ? 'utf-16be'
      : 'utf-8'
  try {
    // The head of a larger file may end within a character; a complete file must not.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: head.length < sizeBytes })
    return hasControls(text) ? undefined : text
  } catch {
    return undefined
  }
}

function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code < 32 && !(code >= 9 && code <= 13) && code !== 26 && code !== 27) return true
  }
  return false
}

function isScript(text: string): boolean {
  const line = text.trimStart().slice(0, 400)
  if (scriptStarts.some((start) => start.test(line))) return true
  // Comments may precede the first command of a batch or PowerShell file.
  const command = line.replace(/^(?:(?:#|::|'|rem\s).*\s+|<#[\s\S]*?#>\s*)+/, '')
  return command !== line && scriptStarts.some((start) => start.test(command))
}

function kindOfText(text: string, isComplete: boolean): FileKind {
  const start = text.trimStart()
  if (start.startsWith('<')) return kindOfMarkup(start)
  if (/^[{[]/.test(start)) return isJson(start, isComplete) ? 'json' : 'text'
  return 'text'
}

function kindOfMarkup(text: string): FileKind {
  const body = text.replace(
    /^(?:\s*(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype\s+(?!html)[^>[]*(?:\[[\s\S]*?\]\s*)?>))*\s*/i,
    '',
  )
  if (/^<!doctype\s+html/i.test(body)) return 'html'
  const root = /^<(?:[\w-]+:)?([\w-]+)/.exec(body)?.[1]
  if (root === undefined) return text.startsWith('<?xml') ? 'xml' : 'text'
  if (root.toLowerCase() === 'svg') return 'svg'
  // The packed mesh format of 3Shape's `.dcm` (formats §3).
  if (root === 'HPS') return 'mesh3shape'
  if (isHtmlElement(root)) return 'html'
  return text.startsWith('<?xml') || /<\/[\w:-]+>|\/>/.test(body) ? 'xml' : 'text'
}

const htmlElements =
  /^(?:html|head|body|script|iframe|object|embed|img|video|audio|form|input|style|link|meta|base|table|div|span|p|a|br|hr|h[1-6]|title|b|i|font|center|template|math)$/i
const isHtmlElement = (name: string) => htmlElements.test(name)

function isJson(text: string, isComplete: boolean): boolean {
  if (!isComplete) return /^(?:\{\s*"|\[\s*(?:[[{"\d-]|true|false|null))/.test(text)
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
