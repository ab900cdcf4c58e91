import { readFileSync } from 'node:fs'
import { limits } from '@pontic/contract'

// Words, names and dental terms with which common passwords start.
const words =
  `password passwort passw0rd p@ssword p@ssw0rd pa55word passcode secret letmein welcome willkommen hello
  login admin administrator root user test guest demo master manager office computer internet google facebook windows
  qwerty qwertz azerty asdf asdfgh asdfghjk zxcvbn zxcvbnm qazwsx qwer abc abcd abcdef abcdefg abcdefgh aaa aaaa
  iloveyou loveyou love lovely sunshine princess dragon monkey shadow football baseball basketball hockey soccer
  superman batman pokemon starwars hunter ranger killer freedom whatever trustno cheese chocolate cookie coffee
  summer winter spring autumn january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday michael jordan jessica ashley daniel thomas andrew
  charlie jennifer joshua robert william matthew anthony martin george nicole michelle samantha alexander
  maria anna peter ivan olga natasha woaini wang zhang china beijing shanghai london berlin paris madrid tokyo moscow
  liverpool chelsea arsenal barcelona juventus mercedes ferrari porsche yamaha harley corvette mustang
  dental dentist dentista dentiste zahnarzt tooth teeth molar implant crown bridge clinic clinica klinik praxis
  doctor doctora hospital patient lab labo labor laboratory laboratorio technician ceramic zirconia scanner pontic`
    .split(/\s+/)
    .filter(Boolean)

// Suffixes that make a word long enough or add a second kind of character.
const tails =
  `1 2 3 7 01 11 12 13 21 22 69 77 88 99 00 007 111 123 321 666 777 888 1234 4321 12345 123456 1234567
  12345678 123456789 ! !! . 1! 12! 123! 1234! !1 !123 @1 @123 @1234 #1 #123 _123 -123 .123 1990 2000 2010 2020 2021 2022
  2023 2024 2025 2026 2027 2024! 2025! 2026! 2027!`
    .split(/\s+/)
    .filter(Boolean)

// Complete passwords. Most follow the keys of the keyboard or a sequence of digits.
const walks =
  `1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc 2wsx3edc zaq12wsx zaq1xsw2
  zaq1zaq1 xsw2zaq1 !qaz2wsx !qaz@wsx 1qaz!qaz 1qazxsw2 qwer1234 qwert123 qwerty12 1234qwer 123qwe123 123qweasd
  123qweasdzxc qweasd123 qweasdzxc1 qwe123456 123456qwe asd12345 asdf1234 zxcv1234 a1234567 a12345678 a123456789
  a1b2c3d4 a1b2c3d4e5 aa123456 aa112233 abc12345 abc123456 abcd1234 abcde12345 1a2b3c4d 1a2b3c4d5e a1s2d3f4 z1x2c3v4
  11111111a 12345678a 123456789a 1234567a 87654321a a87654321 aaaa1111 1111aaaa q1234567 q12345678 x1234567 123123abc
  abc123abc abc123456789 1234abcd 12345abc 12345qwert 123456789q 1234567q 147258369a 159753qq 0987654321a 12341234a
  q1q1q1q1 a1a1a1a1 1a1a1a1a password1password 123password 1234password 12345password 1password 1welcome 123admin
  admin@admin test@test user@user root@root 123!@#qwe !@#123qwe qwe!@#123 123456!a 1234567! 12345678! 123456789!
  1234567890! 12345678. 11111111! 00000000! qwertyui1 qwertyuiop1 qwertyuiop123 asdfghjkl1 zxcvbnm123 1qwertyuiop
  woaini1314 woaini520 woaini123 5201314a a5201314 5201314aa qq123456 qq123456789 wang1234 li123456 zhang123 aini1314
  temp1234 temppass1 change.me changeme1 changeme123 changeme! letmein123! welcome123! default1 default123 newpass1
  mypassword1 mypass123 pass1234 pass12345 pass@123 pass@1234 p@ss1234 p@55w0rd p@55word1 passw0rd! p@ssw0rd! p@ssw0rd1
  trustno1! iloveyou1! iloveyou2 ncc1701d 8675309a blink182 blink-182 rush2112 matrix123 agent007 bond007! catch22!`
    .split(/\s+/)
    .filter(Boolean)

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Returns each character repeated up to the maximum length, and the empty password. */
function listRepeats(): string[] {
  const characters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,-_*#+!?@$']
  const lengths = Array.from({ length: limits.passwordLengthMax }, (_, index) => index + 1)
  return ['', ...characters.flatMap((character) => lengths.map((length) => character.repeat(length)))]
}

/**
 * Returns about 23,000 common passwords, including those that break the rule for new passwords: words with and without
 * suffixes, keyboard walks, digit sequences and the suffixes alone, each also with a capital first letter. Repeats of one
 * character and the empty password complete the list.
 */
export function listCommonPasswords(): string[] {
  const found = new Set<string>(listRepeats())
  for (const word of words) for (const tail of ['', ...tails]) addSpellings(found, word + tail)
  for (const walk of [...walks, ...tails]) addSpellings(found, walk)
  return [...found]
}

/**
 * Returns the first ten hex digits of a password digest. Only this prefix is compared, so one in forty million uncommon
 * passwords is refused too, because it has the prefix of a common one.
 */
export const digestPrefixOf = (digest: string) => digest.slice(0, 10)

/**
 * Reads the digest prefixes of the most common passwords that `listCommonPasswords` does not derive.
 * `scripts/print-common-digests.ts` prints the file.
 */
export function readCommonDigests(): string[] {
  return readFileSync(new URL('./common-digests.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
}

function addSpellings(found: Set<string>, password: string): void {
  found.add(password)
  found.add(capitalized(password))
}
