import { useTexts } from '../../frame/i18n.tsx'

/**
 * Returns a function that formats the name of a field of a prescription. It has a module of its own, so that a page with field
 * names only does not load the texts of all choices.
 */
export function useFieldNames(): (name: string) => string {
  const fields = useTexts('prescription.fields')
  return (name) => fields(name as 'shade')
}
