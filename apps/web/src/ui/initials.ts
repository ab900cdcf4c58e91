/** Returns the initials of a name: `AM` for "Dr. Alice Moreau", and the last two characters of a Chinese or Korean name. */
export const initialsOf = (name: string): string =>
  (/\p{Script=Han}|\p{Script=Hangul}/u.test(name) ? name.slice(-2) : initialLetters(name)).toUpperCase()

/** Returns the initials of the first and the last word, without titles such as "Dr.". */
function initialLetters(name: string): string {
  const words = name.split(/\s+/).filter((word) => word.length < 3 || !word.endsWith('.'))
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('')
}
