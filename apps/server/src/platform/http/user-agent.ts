// The order matters, because the header of many browsers also names the browser from which they derive.
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
]
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPadOS', /\biPad\b/],
  ['iOS', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (list: readonly (readonly [string, RegExp])[], text: string) =>
  list.find(([, mark]) => mark.test(text))?.[0] ?? ''

/** Parses the names of browser and operating system from a User-Agent header. An unknown name is empty. */
export function parseUserAgent(userAgent: string): { browser: string; system: string } {
  return { browser: nameIn(browsers, userAgent), system: nameIn(systems, userAgent) }
}
