import { draftPrefix, readStored, shareCodeName, writeStored } from './stored.ts'

const key = `${draftPrefix}${shareCodeName}`

/** Keeps the code of a share link in this tab during the sign-in, so that no address contains it. */
export const keepShareCode = (code: string): void => writeStored(key, code, 'session')

/** Returns the kept code and deletes it. */
export function takeShareCode(): string | undefined {
  const code = readStored<string>(key, 'session')
  writeStored(key, undefined, 'session')
  return typeof code === 'string' ? code : undefined
}
