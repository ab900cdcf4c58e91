// Maps letters of other scripts to the Latin letters that they look like, in lower case after NFKC (threat T58).
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // Cyrillic
    ...pairs('авекмнорстухіјѕһԁԛԝҽӏгьѵ', 'abekmhopctyxijshdqwelrbv'),
    // Greek
    ...pairs('αβεζηικμνορτυχγωϲ', 'abeznikmvoptyxywc'),
    // Armenian, and look-alike Latin letters
    ...pairs('օսհոցզաıȷɡɑʟ', 'ouhngqwijgal'),
  ].filter(([from, to]) => from !== to),
)

function pairs(from: string, to: string): [string, string][] {
  const targets = Array.from(to)
  return Array.from(from).map((letter, index) => [letter, targets[index] ?? letter])
}

/**
 * Normalizes an organization name for comparison (requirement 5.register.name, threat T58): folds
 * compatibility forms (NFKC), case and white space, removes invisible characters, and replaces letters that
 * look like Latin letters by these Latin letters. `Čeřný & Co` remains different from `Cerny & Co`, because
 * readers see accents.
 * @returns the key, which the database requires to be unique; empty if the name has only invisible characters
 */
export function organizationNameKey(name: string): string {
  const folded = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    // Upper case first: ß becomes SS, and both forms of sigma become one.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
  const latin = Array.from(folded, (letter) => lookalikes[letter] ?? letter).join('')
  return latin
    .normalize('NFC')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .trim()
}
