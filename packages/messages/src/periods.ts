/**
 * Removes the period after a value that ends with one, such as the Russian date `4 дек. 2026 г.` or a name with “Ltd.” at the end of a
 * sentence.
 * @param text the formatted text
 * @param values the values of its placeholders
 */
export const withoutDoublePeriods = (text: string, values: Readonly<Record<string, unknown>>): string =>
  Object.values(values).reduce<string>(
    (result, value) =>
      typeof value === 'string' && value.endsWith('.') ? result.replaceAll(`${value}.`, () => value) : result,
    text,
  )
