import { draftPrefix, readStored, shareCodeName, writeStored } from './stored.ts'

const key = `${draftPrefix}${shareCodeName}`

/** Keeps the code of a link to a case in this tab while its reader signs in: no address holds it meanwhile. */
export const keepShareCode = (code: string): void => writeStored(key, code, 'session')

/** The code that was kept, once. */
export function takeShareCode(): string | undefined {
  const code = readStored<string>(key, 'session')
  writeStored(key, undefined, 'session')
  return typeof code === 'string' ? code : undefined
}
