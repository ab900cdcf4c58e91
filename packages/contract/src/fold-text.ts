// Letters that Unicode does not decompose, with the letters that people type instead.
const simple: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}

/**
 * Returns a text as it is compared in a search: in lower case, with the width of letters and most accents ignored. `İ` and `ı` equal
 * `i`, `ё` equals `е`, `ő` equals `o`. Japanese voicing marks stay, because they make other letters.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ıłøđßæœς]/g, (letter) => simple[letter] ?? letter)
    .normalize('NFKC')
    .trim()
