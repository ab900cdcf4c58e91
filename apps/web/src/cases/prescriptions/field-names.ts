import { useTexts } from '../../frame/i18n.tsx'

/** Returns a function that finds the texts of a group by codes of the API, which the types of the keys do not know. */
export const byCode = (texts: (key: never) => string) => (code: string) => texts(code as never)

/**
 * Returns a function that formats the name of a field of a prescription. It has a module of its own, so that a page with field
 * names only does not load the texts of all choices.
 */
export function useFieldNames(): (name: string) => string {
  return byCode(useTexts('prescription.fields'))
}
