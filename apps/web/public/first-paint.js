// Sets the chosen theme, interface size and language before the first paint, so that the page does not flash and Chinese, Japanese
// and Korean texts get their glyphs. Modules run too late.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const chosen = read('pontic.theme')
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  root.style.colorScheme = isDark ? 'dark' : 'light'
  const language = /(?:^|;\s*)language=([a-z]{2})_([A-Z]{2})/.exec(document.cookie)
  if (language) root.lang = `${language[1]}-${language[2]}`
  root.dataset.size = read('pontic.size') ?? 'medium'
})()
