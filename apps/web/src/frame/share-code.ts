import { draftPrefix, readStored, shareCodeName, writeStored } from './stored.ts'

const key = `${draftPrefix}${shareCodeName}`

/** Stores the code of a share link in this tab during the sign-in, so that no address contains it. */
export const storeShareCode = (code: string): void => writeStored(key, code, 'session')

/** Returns the stored code and deletes it. */
export function popShareCode(): string | undefined {
  const code = readStored<string>(key, 'session')
  writeStored(key, undefined, 'session')
  return typeof code === 'string' ? code : undefined
}
