import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'

/** A catalogue as it is stored: groups of texts, nested to any depth. */
export type TextTree = { readonly [name: string]: string | TextTree }

/** A term of the trade, with its meaning in this product (`glossary/terms.json`). */
export type Term = {
  readonly term: string
  readonly group: string
  readonly definition: string
  readonly note?: string
  /** True if each language gives a source for its term. */
  readonly important?: boolean
  /** True if the term is also used where little space is available. */
  readonly short?: boolean
  /** Keys of texts that contain the term in this meaning. */
  readonly sense?: readonly string[]
}

/** The glossary of one language (`glossary/de_DE.json`). */
export type Glossary = {
  /** Form of address, quotation marks and other decisions for this language. */
  readonly style: string
  /** Texts that are equal to the English ones, by the reason. */
  readonly same: { readonly [reason: string]: readonly string[] }
  readonly terms: {
    readonly [id: string]: {
      readonly term: string
      readonly short?: string
      /** Words that must not be used for the term. */
      readonly avoid?: readonly string[]
      /** Address or standard where the term is used in this meaning. */
      readonly source?: string
    }
  }
}

/** Notes for translators by key or group (`notes.json`). `max` is the number of characters that fit. */
export type Notes = { readonly [key: string]: { readonly note?: string; readonly max?: number } }

/** Lists all texts of a catalogue by dotted key. */
export function listTexts(texts: TextTree, path = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[path + name, text]] : listTexts(text, `${path}${name}.`),
  )
}

/** Lists the choices, placeholders and tags of a parsed text: `count:plural`, `cause:select=scan`, `<link>`. */
function partsOf(elements: readonly MessageFormatElement[], language: string): Set<string> {
  const parts = new Set<string>()
  const add = (inner: readonly MessageFormatElement[]) => {
    for (const part of partsOf(inner, language)) parts.add(part)
  }
  for (const element of elements) {
    if (element.type === TYPE.tag) {
      parts.add(`<${element.value}>`)
      add(element.children)
    } else if (element.type === TYPE.select) {
      for (const [option, { value }] of Object.entries(element.options)) {
        parts.add(`${element.value}:select=${option}`)
        add(value)
      }
    } else if (element.type === TYPE.plural) {
      parts.add(`${element.value}:plural`)
      for (const { value } of Object.values(element.options)) add(value)
    } else if (element.type !== TYPE.literal && element.type !== TYPE.pound) {
      parts.add(`${element.value}:${TYPE[element.type]}`)
    }
  }
  return parts
}

/** Lists the plural choices of a parsed text, with the forms of each. */
function pluralsOf(
  elements: readonly MessageFormatElement[],
): { name: string; isOrdinal: boolean; forms: string[] }[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsOf(element.children)
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return []
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsOf(value))
    if (element.type === TYPE.select) return inner
    const isOrdinal = element.pluralType === 'ordinal'
    return [{ name: element.value, isOrdinal, forms: Object.keys(element.options) }, ...inner]
  })
}

// Spanish, French, Italian and Portuguese have a form for millions, which no text of the portal counts.
const unusedForms = new Set(['es', 'fr', 'it', 'pt'])

/** Returns the plural forms (CLDR) that texts of a language must have. @param tag BCP 47 tag */
export function pluralFormsOf(tag: string, isOrdinal = false): string[] {
  const type = isOrdinal ? 'ordinal' : 'cardinal'
  const forms = new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories
  const isUnused = (form: string) => form === 'many' && unusedForms.has(tag.slice(0, 2))
  return forms.filter((form) => !isUnused(form)).sort()
}

/**
 * Lists the technical errors of a translation: invalid ICU syntax, other placeholders, choices or tags than the English text, a
 * missing plural form, spaces at an end. A text with errors would fail or be wrong when it is shown.
 * @param tag BCP 47 tag of the translation
 */
export function findBreaks(english: string, text: string, tag: string): string[] {
  if (text.trim() === '') return ['is empty']
  const found = text === text.trim() ? [] : ['begins or ends with a space']
  let elements: MessageFormatElement[]
  try {
    elements = parse(text, { requiresOtherClause: true })
  } catch (error) {
    return [...found, `is invalid ICU: ${(error as Error).message}`]
  }
  const wanted = partsOf(parse(english), 'en')
  const present = partsOf(elements, tag)
  const missing = [...wanted].filter((part) => !present.has(part))
  const extra = [...present].filter((part) => !wanted.has(part))
  if (missing.length > 0) found.push(`lacks ${missing.join(', ')}`)
  if (extra.length > 0) found.push(`has ${extra.join(', ')}, which English does not have`)
  for (const { name, isOrdinal, forms } of pluralsOf(elements)) {
    const exact = new Set(forms.filter((form) => form.startsWith('=')))
    const known = pluralFormsOf(tag, isOrdinal)
    const absent = known.filter((form) => !forms.includes(form) && !(form === 'one' && exact.has('=1')))
    const unknown = forms.filter((form) => !form.startsWith('=') && !known.includes(form))
    if (absent.length > 0) found.push(`lacks the plural forms ${absent.join(', ')} of {${name}}`)
    if (unknown.length > 0) found.push(`has plural forms that ${tag} does not have: ${unknown.join(', ')}`)
  }
  return found
}

/** Returns the note of a key, completed by those of its groups. */
export function noteOf(notes: Notes, key: string): { note?: string; max?: number } {
  const names = key.split('.')
  const groups = names.map((_, index) => notes[names.slice(0, index + 1).join('.')] ?? {})
  return Object.assign({}, ...groups)
}

/** Lists the variants of a text that a user can see, without placeholders. */
function variantsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.reduce<string[]>(
    (texts, element) => {
      const next =
        element.type === TYPE.literal
          ? [element.value]
          : element.type === TYPE.tag
            ? variantsOf(element.children)
            : element.type === TYPE.select || element.type === TYPE.plural
              ? Object.values(element.options).flatMap(({ value }) => variantsOf(value))
              : ['']
      return next.length === 1
        ? texts.map((text) => text + next[0])
        : texts.flatMap((text) => next.map((more) => text + more)).slice(0, 64)
    },
    [''],
  )
}

// Names, formats and units that are the same in every language.
const names =
  /\b(Pontic|Webhooks?|SFTP|S3|HTTPS?|JSON|CSV|FDI|STL|PLY|OBJ|OFF|GLB|3MF|ZIP|PDF|PNG|JPE?G|QR|API|URL|SMS|ID|3D|mm|cm|Ncm|kB|MB|GB|MiB|GiB|UTC|TOTP|PMMA|PEEK|VITA|Master|Chromascop|Palmer|Universal|Adams|Herbst|Akers|Roach|Essix|Hawley|CAD|CAM)\b/g

/** Returns true if a text has words that a translation would change. */
export function hasWords(text: string): boolean {
  const rest = text.replaceAll(/\{[^{}]*\}|<[^<>]*>/g, '').replaceAll(names, '')
  return /[a-z]{2}/i.test(rest)
}

const stemsOf = (term: string) =>
  term
    .toLowerCase()
    .split(/[\s\-–/()]+/)
    .filter(
      (word) => word.length > 2 || !/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.test(word),
    )
    .map((word) => word.slice(0, Math.max(2, Math.ceil(word.length * 0.6))))

const isLetter = /\p{L}/u

/** Returns true if a text contains a word or phrase, not as a part of a longer word of a script with spaces. */
function containsWord(text: string, word: string): boolean {
  const at = text.toLowerCase().indexOf(word.toLowerCase())
  if (at < 0) return false
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)) return true
  return !isLetter.test(text[at - 1] ?? ' ') && !isLetter.test(text[at + word.length] ?? ' ')
}

/**
 * Lists hints for a translator: the text is longer than its limit, lacks the term of the glossary, or
 * contains a word that the glossary excludes. They are hints and not errors, because a good text can deviate.
 */
export function findHints(context: {
  key: string
  english: string
  text: string
  notes: Notes
  terms: { readonly [id: string]: Term }
  glossary: Glossary | undefined
}): string[] {
  const { key, text, notes, terms, glossary } = context
  const found: string[] = []
  const { max } = noteOf(notes, key)
  const longest = Math.max(...variantsOf(parse(text)).map((variant) => [...variant].length))
  if (max !== undefined && longest > max) found.push(`has ${longest} characters, and ${max} fit`)
  for (const [id, { sense }] of Object.entries(terms)) {
    const wanted = glossary?.terms[id]
    if (!wanted || !sense?.includes(key)) continue
    const forms = [wanted.term, ...(wanted.short ? [wanted.short] : [])]
    const plain = text.toLowerCase()
    if (!forms.some((form) => stemsOf(form).every((stem) => plain.includes(stem))))
      found.push(`does not use “${wanted.term}” for “${terms[id]?.term}”`)
    for (const word of wanted.avoid ?? []) {
      if (!forms.some((form) => form.toLowerCase().includes(word.toLowerCase())) && containsWord(text, word))
        found.push(`uses “${word}” for “${terms[id]?.term}”`)
    }
  }
  return found
}
