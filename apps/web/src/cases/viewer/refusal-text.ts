import { findText, useTexts } from '../../frame/i18n.tsx'

const knownKey = /^(file|mesh|server)\.(\w+)$/

/** @returns a function that maps the error key of a refused file or mesh to a text; undefined for a key without a text */
export function useRefusalText(): (key: string | null) => string | undefined {
  const texts = {
    file: useTexts('errors.file'),
    mesh: useTexts('errors.mesh'),
    server: useTexts('errors.server'),
  }
  return (key) => {
    const [, feature, reason] = knownKey.exec(key ?? '') ?? []
    if (feature === undefined || reason === undefined) return undefined
    const t = texts[feature as keyof typeof texts] as typeof texts.file
    return findText(t, reason)
  }
}
