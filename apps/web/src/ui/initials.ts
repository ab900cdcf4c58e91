/** The initials of a name: `AM` of "Dr. Alice Moreau"; of Chinese and Korean names the last two characters. */
export const initialsOf = (name: string): string =>
  (/\p{Script=Han}|\p{Script=Hangul}/u.test(name) ? name.slice(-2) : initialLetters(name)).toUpperCase()

/** Initials of the first and the last name, without titles ("Dr."). */
function initialLetters(name: string): string {
  const words = name.split(/\s+/).filter((word) => word.length < 3 || !word.endsWith('.'))
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('')
}
