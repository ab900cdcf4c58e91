import { isRunnableName } from '@pontic/contract'

const reservedNames = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i
const unfitCharacters = /[\p{Cc}\p{Cs}\p{Co}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"/\\|?*]/gu
const nameBytesMax = 200

/**
 * Cleans a name for any file system (threat T40): one path segment without separators, control characters, direction marks and
 * reserved characters, no reserved device name, no dot or space at either end, at most 200 bytes of UTF-8. A shortened name
 * keeps its extension. The name of an executable file gets `_` appended.
 */
export function cleanName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(unfitCharacters, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const safe = reservedNames.test(plain) ? `_${plain}` : plain
  const short = shortenName(safe === '' ? 'file' : safe, nameBytesMax)
  return isRunnableName(short) ? `${shortenName(short, nameBytesMax - 1)}_` : short
}

function shortenName(name: string, bytesMax: number): string {
  if (Buffer.byteLength(name) <= bytesMax) return name
  const extension = /\.[^.\s]{1,16}$/.exec(name)?.[0] ?? ''
  let stem = name.slice(0, name.length - extension.length)
  while (Buffer.byteLength(stem) + Buffer.byteLength(extension) > bytesMax)
    stem = [...stem].slice(0, -1).join('')
  return `${stem.replace(/[\s.]+$/, '')}${extension}`
}

/** Cleans names and makes them unique, ignoring case: `a.stl`, `a (2).stl`. @returns a name for each, in the same order */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const clean = cleanName(name)
    const dot = clean.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, '']
    let unique = clean
    for (let n = 2; taken.has(keyOf(unique)); n += 1) unique = `${stem} (${n})${extension}`
    taken.add(keyOf(unique))
    return unique
  })
}

const keyOf = (name: string) => name.normalize('NFKC').toLowerCase()

/**
 * Creates a Content-Disposition header with which browsers save a file and never display it. It has an ASCII name for old
 * clients and the complete name in UTF-8 (RFC 6266 §4, RFC 8187 §3.2).
 */
export function attachmentOf(name: string): string {
  const clean = cleanName(name)
  const plain = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["%\\;]/g, '_')
  const encoded = encodeURIComponent(clean).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
